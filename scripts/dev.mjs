import { spawn } from 'node:child_process';
import { ensureInstalled, environment, NODE, ROOT, whenAskedToEnd } from './bootstrap.mjs';
import { SERVER_ARGUMENTS } from './server-command.mjs';

/** npm run dev: the server restarts and pages reload when a file is saved; Vite serves the pages at its own address. */
ensureInstalled();
const env = { ...environment(), PORT: process.env.PORT ?? '3000' };
const children = [
  spawn(NODE, ['--watch', '--watch-preserve-output', ...SERVER_ARGUMENTS], {
    cwd: ROOT,
    stdio: 'inherit',
    env,
  }),
  spawn('npm', ['run', 'dev', '--workspace', 'web'], { cwd: ROOT, stdio: 'inherit', env }),
];
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
whenAskedToEnd(stop);
for (const child of children) child.on('exit', stop);
