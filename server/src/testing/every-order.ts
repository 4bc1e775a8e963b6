/** One side of a race: its work, which calls `step` before every action that another side could notice. */
export type Side = (step: () => Promise<void>) => Promise<void>;

interface Running {
  name: string;
  state: 'running' | 'at-step' | 'done';
  goOn?: () => void;
}

/**
 * Runs the sides once in every order that their steps can take, and `check` after each run. `start` prepares a run and
 * says whether a side waits for another one (for a database lock); a waiting side gets no turn. @returns how many
 * orders there are
 */
export async function inEveryOrder(
  start: () => Promise<{ sides: Record<string, Side>; isBlocked(name: string): Promise<boolean> }>,
  check: (order: string[]) => Promise<void>,
): Promise<number> {
  let prefix: string[] = [];
  for (let orders = 1; ; orders += 1) {
    const { sides, isBlocked } = await start();
    const turns = await runOnce(sides, isBlocked, prefix);
    await check(turns.map(({ chosen }) => chosen));
    // The last turn at which another side could still be chosen instead.
    const last = turns.findLastIndex(({ chosen, others }) => others.some((name) => name > chosen));
    if (last < 0) return orders;
    const { chosen, others } = turns[last]!;
    const next = others.filter((name) => name > chosen).sort()[0]!;
    prefix = [...turns.slice(0, last).map((turn) => turn.chosen), next];
  }
}

async function runOnce(
  sides: Record<string, Side>,
  isBlocked: (name: string) => Promise<boolean>,
  prefix: string[],
): Promise<{ chosen: string; others: string[] }[]> {
  const turns: { chosen: string; others: string[] }[] = [];
  let failure: unknown;
  const running = Object.entries(sides).map(([name, side]): Running => {
    const entry: Running = { name, state: 'running' };
    const step = () =>
      new Promise<void>((resolve) => {
        entry.state = 'at-step';
        entry.goOn = resolve;
      });
    side(step)
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => {
        entry.state = 'done';
      });
    return entry;
  });
  for (;;) {
    for (const entry of running) {
      while (entry.state === 'running' && !(await isBlocked(entry.name))) await new Promise(setImmediate);
    }
    const ready = running.filter(({ state }) => state === 'at-step');
    if (ready.length === 0) {
      if (running.every(({ state }) => state === 'done')) break;
      if (running.some(({ state }) => state === 'done')) continue;
      throw new Error(`all sides wait for each other after ${turns.map(({ chosen }) => chosen).join(' ')}`);
    }
    const names = ready.map(({ name }) => name).sort();
    const wished = prefix[turns.length];
    const chosen = wished && names.includes(wished) ? wished : names[0]!;
    turns.push({ chosen, others: names.filter((name) => name !== chosen) });
    const entry = ready.find(({ name }) => name === chosen)!;
    entry.state = 'running';
    entry.goOn!();
  }
  if (failure) throw failure;
  return turns;
}
