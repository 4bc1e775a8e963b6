import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../core/logger.ts';
import { createCompute } from './child-processes.ts';
import type { Compute } from './port.ts';

const TASKS = `
export const tasks = {
  double: async (n) => n * 2,
  bytes: async (b) => new Uint8Array(b).reverse(),
  fail: async () => { throw Object.assign(new Error('no'), { code: 'NOT_READABLE' }); },
  hang: () => new Promise(() => { for (;;); }),
  crash: async () => process.kill(process.pid, 'SIGSEGV'),
  hoard: async () => { const all = []; for (;;) { all.push(Buffer.alloc(20e6, 1)); await new Promise((r) => setTimeout(r, 5)); } },
};`;

let dir: string;
let compute: Compute;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'duai-compute-'));
  await writeFile(join(dir, 'tasks.mjs'), TASKS);
  compute = createCompute({ entry: join(dir, 'tasks.mjs'), size: 2, memoryLimitMb: 300, log: createLogger('silent') });
});
afterAll(async () => {
  await compute.close();
  await rm(dir, { recursive: true });
});
const run = (task: string, input: unknown = null, timeoutMs = 5000) => compute.run(task, input, { timeoutMs });

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
    await expect(run(task, null, task === 'hang' ? 300 : 20_000)).rejects.toMatchObject({ code });
    expect(await run('double', 21)).toBe(42);
  });
});
