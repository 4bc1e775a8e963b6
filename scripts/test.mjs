import { join } from 'node:path';
import { ensureInstalled, NODE, ROOT, run } from './bootstrap.mjs';

/**
 * npm test [-- --changed], npm run test:long (--long), .ci/run (--all): installs what the tests need, then runs them
 * (scripts/testing/run.ts) on the pinned Node.
 */
ensureInstalled();
process.exit(run(NODE, [join(ROOT, 'scripts', 'testing', 'run.ts'), ...process.argv.slice(2)]));
