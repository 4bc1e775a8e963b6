import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startTestServer } from './testing/test-server.ts';

it('there are two checkers at least, however small the machine is: one account never holds them all', async () => {
  const server = await startTestServer({ WORKER_PROCESSES: '1' });
  try {
    const { quick } = server.parts;
    // Who reads a pipe that nobody writes to waits.
    const path = join(server.dataDir, 'pipe');
    execFileSync('mkfifo', [path]);
    const wish = { timeoutMs: 60_000, account: 'greedy' };
    const left = new AbortController();
    const held = [1, 2, 3].map(() =>
      quick.run('inspect', { path }, { ...wish, signal: left.signal }).then(
        () => 'held',
        () => 'held',
      ),
    );
    const other = quick.run('ping', null, { ...wish, account: 'other' });
    expect(await Promise.race([other, ...held])).toBe('pong');
    left.abort();
    await Promise.all(held);
  } finally {
    await server.end();
  }
});
