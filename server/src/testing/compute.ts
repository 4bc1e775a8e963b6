import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCompute } from '../adapters/compute/child-processes.ts';
import type { Compute } from '../adapters/compute/port.ts';
import type { Tasks } from '../compute/tasks.ts';
import { createLogger } from '../core/logger.ts';

export const TEST_MEMORY_MB = 1024;

/** One child process with the server's tasks, and a directory for the files it is given. */
export async function startTestCompute(): Promise<{ compute: Compute<Tasks>; dir: string; end(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'duai-test-compute-'));
  const compute = createCompute<Tasks>({
    entry: join(import.meta.dirname, '..', 'compute', 'tasks.ts'),
    size: 1,
    memoryLimitMb: TEST_MEMORY_MB,
    log: createLogger('silent'),
  });
  return {
    compute,
    dir,
    async end() {
      await compute.close();
      await rm(dir, { recursive: true });
    },
  };
}
