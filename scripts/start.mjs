import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, environment, NODE, ROOT } from './bootstrap.mjs';

/** npm start: installs, builds, then the server in this terminal; Ctrl-C reaches it and is waited for. */
ensureInstalled();
ensureBuilt();
const server = spawn(NODE, [join(ROOT, 'server', 'src', 'main.ts')], {
  cwd: ROOT,
  stdio: 'inherit',
  env: environment(),
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
