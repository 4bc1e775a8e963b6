import { spawn } from 'node:child_process';
import { ensureInstalled, environment, NODE, ROOT, whenAskedToEnd } from './bootstrap.mjs';
import { SERVER_ARGUMENTS } from './server-command.mjs';

/**
 * npm run gateway: installs the packages and starts the gateway of a hospital (docs/gateway.md); `-- check` tests each
 * connection and exits.
 */
ensureInstalled();
const gateway = spawn(NODE, [...SERVER_ARGUMENTS, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...environment(), DUAI_ROLE: 'gateway' },
});
whenAskedToEnd((signal) => gateway.kill(signal));
gateway.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
