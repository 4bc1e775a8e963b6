import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Arguments of the server's process. A small young generation: buffers that a passing upload leaves behind are freed
 * soon, so 20 files of 100 MB cost half the memory, and calls are as fast (`npm run bench`).
 */
export const SERVER_ARGUMENTS = [
  '--max-semi-space-size=2',
  join(dirname(fileURLToPath(import.meta.url)), '..', 'server', 'src', 'main.ts'),
];
