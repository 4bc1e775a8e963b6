import { spawn } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { temporaryDirectory, waitFor } from '../../../../scripts/instance.ts';
import { createLogger } from '../../core/logger.ts';
import { connectDatabase } from './connect.ts';
import { startEmbeddedPostgres } from './embedded.ts';

it('a server whose owner was killed is replaced, and what it had committed is there', async () => {
  const dataDir = await temporaryDirectory();
  const owner = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./testdata/killed-owner.ts')), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  owner.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const firstUrl = await waitFor(
    () => /url (\S+)\n/.exec(output)?.[1],
    60_000,
    () => 'the first server is not ready',
  );
  const first = await connectDatabase(firstUrl, { max: 1 });
  await first.drizzle.execute(sql`create table kept as select 'ığüşöç'::text as note`);
  await first.close();
  const pidFile = join(dataDir, 'cluster', 'postmaster.pid');
  const firstPid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  owner.kill('SIGKILL');

  const server = await startEmbeddedPostgres({ dataDir, log: createLogger('silent') });
  try {
    expect(Number((await readFile(pidFile, 'utf8')).split('\n')[0])).not.toBe(firstPid);
    expect(() => process.kill(firstPid, 0)).toThrow('ESRCH');
    expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600);
    const db = await connectDatabase(server.maintenanceUrl, { max: 1 });
    const { rows } = await db.drizzle.execute(sql`
      select note, current_setting('fsync') as fsync, current_setting('timezone') as zone from kept`);
    expect(rows).toEqual([{ note: 'ığüşöç', fsync: 'on', zone: 'UTC' }]);
    await db.close();
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
