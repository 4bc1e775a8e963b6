import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/instance.ts';
import { createLogger } from '../../core/logger.ts';
import { createCompute } from './child-processes.ts';
import type { Compute } from './port.ts';

const TASKS = `
export const tasks = {
  double: async (n) => n * 2,
  bytes: async (b) => new Uint8Array(b).reverse(),
  pid: async () => process.pid,
  fail: async () => { throw Object.assign(new Error('no'), { code: 'NOT_READABLE' }); },
  hang: () => new Promise(() => { for (;;); }),
  stop: async () => { process.kill(process.pid, 'SIGSTOP'); await new Promise(() => {}); },
  burn: async (ms) => {
    const spentMs = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
    for (const until = spentMs() + ms; spentMs() < until; ) for (let n = 0; n < 1e7; n += 1);
    return 'done';
  },
  crash: async () => process.kill(process.pid, 'SIGSEGV'),
  hoard: async () => { const all = []; for (;;) { all.push(Buffer.alloc(20e6, 1)); await new Promise((r) => setTimeout(r, 5)); } },
};`;

let dir: string;
let compute: Compute<Record<string, (input: unknown) => Promise<unknown>>>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'duai-compute-'));
  await writeFile(join(dir, 'tasks.mjs'), TASKS);
  compute = createCompute({ entry: join(dir, 'tasks.mjs'), size: 2, memoryLimitMb: 300, log: createLogger('silent') });
});
afterAll(async () => {
  await compute.close();
  await rm(dir, { recursive: true });
});
const run = (task: string, input: unknown = null, timeoutMs = 60_000) =>
  compute.run(task, input, { timeoutMs, account: undefined });

describe('work in child processes', () => {
  it('answers, many at a time, bytes included', async () => {
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map((n) => run('double', n)))).toEqual([2, 4, 6, 8, 10, 12]);
    expect(await run('bytes', Uint8Array.from([1, 2, 3]))).toEqual(Uint8Array.from([3, 2, 1]));
  });

  it.each([
    ['fails', 'fail', 'NOT_READABLE'],
    ['hangs', 'hang', 'TIMED_OUT'],
    ['crashes', 'crash', 'CRASHED'],
    ['takes too much memory', 'hoard', 'MEMORY'],
    ['is not there', 'nothing', 'TASK_UNKNOWN'],
  ])('a task that %s is an error with its code, and the next task runs', async (_what, task, code) => {
    await expect(run(task, null, task === 'hang' ? 300 : 60_000)).rejects.toMatchObject({ code });
    expect(await run('double', 21)).toBe(42);
  });

  it('a task that used up its processor time is told from one that got none of it', async () => {
    const limits = { processorMs: 1500, account: undefined };
    await expect(compute.run('hang', null, { ...limits, timeoutMs: 60_000 })).rejects.toMatchObject({
      code: 'TIMED_OUT',
    });
    // Stopped as a machine stops a process that it has no time for.
    const pid = (await run('pid')) as number;
    const stopped = compute.run('stop', null, { ...limits, timeoutMs: 1500 });
    await expect(stopped).rejects.toMatchObject({ code: 'STARVED' });
    await expect.poll(() => isAlive(pid)).toBe(false);
    // What its process did before does not count.
    expect(await run('burn', 1200)).toBe('done');
    expect(await compute.run('burn', 800, { ...limits, timeoutMs: 60_000 })).toBe('done');
  });

  it('a task that is no longer wanted is ended with its process', async () => {
    const caller = new AbortController();
    const running = compute.run('hang', null, { timeoutMs: 60_000, account: undefined, signal: caller.signal });
    caller.abort();
    await expect(running).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await run('double', 4)).toBe(8);
  });

  it('accounts take turns, and one process is always left to the others', async () => {
    const begun: string[] = [];
    const order = (account: string) =>
      compute.run('double', 1, { timeoutMs: 60_000, account }).then(() => void begun.push(account));
    const greedy = new AbortController();
    const held = [1, 2, 3].map(() =>
      compute.run('hang', null, { timeoutMs: 60_000, account: 'greedy', signal: greedy.signal }),
    );
    const ends = Promise.allSettled(held);
    // Of the three tasks of `a`, only the first runs at once, in one of the two processes. The other process starts
    // with what comes first; then the accounts take turns.
    await Promise.all([...['a', 'a', 'a'].map(order), order('b'), order('c')]);
    expect(begun).toEqual(['a', 'a', 'b', 'c', 'a']);
    greedy.abort();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('what nobody waits for begins while nothing else waits, in all but one process', async () => {
    const begun: string[] = [];
    const [greedy, patient] = [new AbortController(), new AbortController()];
    const held = (isBehind: boolean, { signal }: AbortController) =>
      compute.run('hang', null, { timeoutMs: 60_000, account: undefined, isBehind, signal });
    const order = (name: string, isBehind: boolean) =>
      compute.run('double', 1, { timeoutMs: 60_000, account: undefined, isBehind }).then(() => void begun.push(name));
    // Of two that are behind one runs, and the other process takes what comes then.
    const ends = Promise.allSettled([held(true, greedy), held(true, greedy), held(false, patient)]);
    const later = [order('behind', true), order('shown', false), order('shown', false)];
    patient.abort();
    await Promise.all(later.slice(1));
    expect(begun).toEqual(['shown', 'shown']);
    greedy.abort();
    await Promise.all(later);
    expect(begun).toEqual(['shown', 'shown', 'behind']);
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('the children of a killed parent end', async () => {
    const parent = `
      const { createCompute } = await import(${JSON.stringify(import.meta.resolve('./child-processes.ts'))});
      const log = { warn() {} };
      const entry = ${JSON.stringify(join(dir, 'tasks.mjs'))};
      const compute = createCompute({ entry, size: 1, memoryLimitMb: 300, log });
      console.log('child ' + (await compute.run('pid', null, { timeoutMs: 20000 })));
      setInterval(() => {}, 1000);`;
    const killed = spawn(process.execPath, ['--input-type=module', '-e', parent], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    killed.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const pid = await waitFor(
      () => Number(/child (\d+)\n/.exec(output)?.[1]) || undefined,
      60_000,
      () => 'the parent is not ready',
    );
    expect(isAlive(pid)).toBe(true);
    killed.kill('SIGKILL');
    await waitFor(
      () => !isAlive(pid) || undefined,
      60_000,
      () => `the child ${pid} lives on`,
    );
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
