import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { waitFor } from './instance.ts';

const WAITING = `
  import { whenAskedToEnd } from './scripts/bootstrap.mjs';
  whenAskedToEnd((signal) => process.exit(signal === 'SIGTERM' ? 0 : 1));
  setInterval(() => {}, 1000);
  console.log(process.pid);
`;

it('a command ends with the npm that started it, though npm’s shell passes no signal on', async () => {
  const shell = spawn('sh', ['-c', `"$NODE" --input-type=module -e "$SCRIPT"; true`], {
    env: { ...process.env, NODE: process.execPath, SCRIPT: WAITING, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(shell.stdout, 'data')) as [Buffer];
  const pid = Number(printed.toString());
  expect(isGone(pid)).toBe(false);
  shell.kill('SIGTERM');
  await waitFor(
    () => isGone(pid) || undefined,
    60_000,
    () => 'the command still runs',
  );
});

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
