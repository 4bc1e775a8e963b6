import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/instance.ts';
import { createLogger } from '../../core/logger.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { connectDatabase } from '../database/connect.ts';
import type { Database } from '../database/port.ts';
import { createPgBossQueue } from './pg-boss.ts';
import type { Queue } from './port.ts';
import { slow } from './testdata/jobs.ts';

const WAIT_MS = 60_000;
const log = createLogger('silent');

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let queue: Queue;
let child: ChildProcess | undefined;
beforeAll(async () => {
  test = await createTestDatabase();
  db = await connectDatabase(test.url, { max: 4 });
  await db.drizzle.execute(sql`create table effects (note text)`);
  queue = createPgBossQueue({ url: test.url, db, log });
  await queue.start({ work: false });
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await queue.stop();
  await db.close();
  await test.drop();
});

it('the job of a killed process is run again elsewhere', async () => {
  child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./testdata/killed-worker.ts'))], {
    env: { PATH: process.env.PATH, WORKER_DATABASE_URL: test.url },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const effects = async (note: string) =>
    (await db.drizzle.execute(sql`select 1 from effects where note = ${note}`)).rows.length;
  await waitFor(
    async () => (await effects('ready')) || undefined,
    WAIT_MS,
    () => 'the other process is not ready',
  );
  await db.transaction((tx) => queue.enqueue(tx, slow, { note: 'taken over' }));
  await waitFor(
    async () => (await effects('begun')) || undefined,
    WAIT_MS,
    () => 'the other process did not begin',
  );
  child.kill('SIGKILL');

  const other = createPgBossQueue({ url: test.url, db, log });
  const attempts: number[] = [];
  other.handle(slow, async (_payload, { attempt }) => void attempts.push(attempt));
  await other.start({ work: true });
  await waitFor(
    () => attempts[0],
    WAIT_MS,
    () => 'the job was lost with its process',
  );
  expect(attempts).toEqual([2]);
  await other.stop();
});
