import { expect, it } from 'vitest';
import { createSharedWork } from './shared-work.ts';

/** Work that ends when the test says so. */
function controlled() {
  const runs: { key: string; signal: AbortSignal; end: (value: number) => void }[] = [];
  const ask = createSharedWork<number>(
    (key, signal) =>
      new Promise((end, fail) => {
        runs.push({ key, signal, end });
        signal.addEventListener('abort', () => fail(signal.reason));
      }),
  );
  return { runs, ask };
}
const someone = () => new AbortController();
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

it('runs once at a time for a key; who asks meanwhile shares the next run', async () => {
  const { runs, ask } = controlled();
  const first = ask('a', someone().signal);
  await settled();
  const later = Array.from({ length: 50 }, () => ask('a', someone().signal));
  const elsewhere = ask('b', someone().signal);
  await settled();
  expect(runs.map(({ key }) => key)).toEqual(['a', 'b']);
  runs[0]!.end(1);
  expect(await first).toBe(1);
  await settled();
  expect(runs).toHaveLength(3);
  runs[2]!.end(2);
  expect(await Promise.all(later)).toEqual(Array.from({ length: 50 }, () => 2));
  runs[1]!.end(3);
  expect(await elsewhere).toBe(3);
});

it('stops a run when the last of its callers has left, and does not begin one that nobody waits for', async () => {
  const { runs, ask } = controlled();
  const [one, two, three] = [someone(), someone(), someone()];
  const answers = [ask('a', one.signal), ask('a', two.signal)];
  await settled();
  const next = ask('a', three.signal);
  one.abort();
  expect(runs[0]!.signal.aborted).toBe(false);
  three.abort();
  two.abort();
  expect(runs[0]!.signal.aborted).toBe(true);
  expect(await Promise.allSettled([...answers, next])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  expect(runs).toHaveLength(1);
  const fresh = ask('a', someone().signal);
  await settled();
  runs[1]!.end(4);
  expect(await fresh).toBe(4);
});

it('goes on after a run that failed', async () => {
  let fails = true;
  const ask = createSharedWork(async () => {
    if (fails) throw new Error('no database');
    return 5;
  });
  await expect(ask('a', someone().signal)).rejects.toThrow('no database');
  fails = false;
  expect(await ask('a', someone().signal)).toBe(5);
});
