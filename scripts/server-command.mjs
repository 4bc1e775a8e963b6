import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Arguments of the server's process. With a small young generation, buffers of an upload are freed early, so that 20 files of
 * 100 MB need half the memory, at the same speed (`npm run bench`).
 */
export const SERVER_ARGUMENTS = [
  '--max-semi-space-size=2',
  join(dirname(fileURLToPath(import.meta.url)), '..', 'server', 'src', 'main.ts'),
];
