import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';

/** Takes its share of each period of 3 ms, for as long as the process lives that started it. */
const TAKER = `
  const PERIOD_MS = 3;
  const [share] = process.argv.slice(1).map(Number);
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const parent = process.ppid;
  console.log('begun');
  for (let begin = performance.now(); process.ppid === parent; begin += PERIOD_MS) {
    while (performance.now() < begin + share * PERIOD_MS);
    Atomics.wait(sleeper, 0, 0, Math.max(0, begin + PERIOD_MS - performance.now()));
  }`;

/**
 * Takes a share (0 to 1) of each core from all other processes, so that this machine is like a slower one. Linux, as
 * root: the scheduler runs the takers first (SCHED_FIFO, sched(7)).
 * @returns ends it
 * @throws Error if a taker does not begin: nothing would be taken, though the figures would say so
 */
export async function takeShare(share: number): Promise<() => void> {
  const takers = cpus().map((_, core) =>
    spawn('taskset', ['-c', String(core), 'chrt', '--fifo', '10', process.execPath, '-e', TAKER, String(share)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const giveBack = () => {
    for (const taker of takers) taker.kill();
  };
  try {
    for (const { stdout } of takers)
      await Promise.race([
        once(stdout, 'data'),
        once(stdout, 'end').then(() => Promise.reject(new Error('no share of the processor could be taken'))),
      ]);
    return giveBack;
  } catch (error) {
    giveBack();
    throw error;
  }
}
