import { spawn } from 'node:child_process';
import { ensureBuilt, ensureInstalled, environment, NODE, ROOT, whenAskedToEnd } from './bootstrap.mjs';
import { SERVER_ARGUMENTS } from './server-command.mjs';

/** npm start: installs, builds, then runs the server in this terminal; Ctrl-C is passed to it, and its end is awaited. */
ensureInstalled();
ensureBuilt();
const server = spawn(NODE, SERVER_ARGUMENTS, {
  cwd: ROOT,
  stdio: 'inherit',
  env: environment(),
});
whenAskedToEnd((signal) => server.kill(signal));
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
