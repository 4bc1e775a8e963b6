import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/instance.ts';
import { createLogger } from '../../core/logger.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts';
import { createPgBossQueue } from '../queue/pg-boss.ts';
import { connectDatabase } from './connect.ts';
import { type Database, isDatabaseAway } from './port.ts';
import { createSockets } from './sockets.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: DatabaseProxy;
beforeEach(async () => {
  database = await createTestDatabase();
  proxy = await startDatabaseProxy(database.url);
});
afterEach(async () => {
  await proxy.close();
  await database.drop();
});
const log = createLogger('silent');
const outcomeOf = (query: Promise<unknown>) =>
  query.then(
    () => 'answered',
    (error: unknown) => (isDatabaseAway(error) ? 'away' : 'failed'),
  );

/** A transaction that has begun and whose answer nobody waits for. */
async function sleeping(db: Database): Promise<{ outcome: Promise<string> }> {
  const begun = Promise.withResolvers<void>();
  const outcome = outcomeOf(
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      begun.resolve();
      await tx.execute(sql`select pg_sleep(3600)`);
    }),
  );
  await begun.promise;
  return { outcome };
}

it('[TRU-001] a listener stops while its next connection is being made', async () => {
  const db = await connectDatabase(proxy.url, { max: 1, log });
  const stop = await db.listen('test_channel', { onPayload: () => {}, onGap: () => {} });
  await db.close();
  await stop();

  const again = await connectDatabase(proxy.url, { max: 1, log });
  const stopAgain = await again.listen('test_channel', { onPayload: () => {}, onGap: () => {} });
  proxy.cut();
  proxy.silence();
  await waitFor(
    () => proxy.open() > 0 || undefined,
    60_000,
    () => 'no new attempt',
  );
  await stopAgain();
  await again.close();
});

it('[TRU-001] a pool closes although its database is silent, whoever waits for an answer is told', async () => {
  const db = await connectDatabase(proxy.url, { max: 2, log });
  const { outcome } = await sleeping(db);
  proxy.silence();
  await db.close();
  expect(await outcome).toBe('away');
});

it('[TRU-001] a queue stops although its database is silent, once that was seen; one that answers is waited for', async () => {
  const sockets = createSockets();
  const over = new AbortController();
  const db = await connectDatabase(proxy.url, { max: 2, log, sockets });
  const queue = createPgBossQueue({ url: proxy.url, db, log, sockets });
  await queue.start({ work: true });
  void sockets.cutWhenSilent(proxy.url, over.signal);
  // This query runs longer than the server waits for a silent database.
  expect(await outcomeOf(db.drizzle.execute(sql`select pg_sleep(7)`))).toBe('answered');
  const { outcome } = await sleeping(db);
  proxy.silence();
  expect(await outcome).toBe('away');
  await queue.stop();
  await db.close();
  over.abort();
});

it('a database that has no connection left is not silent: what runs comes to its end', async () => {
  const role = `few_${randomUUID().replaceAll('-', '')}`;
  const owner = await connectDatabase(database.url, { max: 1, log });
  await owner.drizzle.execute(`create role ${role} login password 'few' connection limit 1`);
  const url = new URL(database.url);
  [url.username, url.password] = [role, 'few'];
  const sockets = createSockets();
  const over = new AbortController();
  const db = await connectDatabase(url.href, { max: 1, log, sockets });
  void sockets.cutWhenSilent(url.href, over.signal);
  // This query runs longer than the server waits for a silent database.
  expect(await outcomeOf(db.drizzle.execute(sql`select pg_sleep(7)`))).toBe('answered');
  over.abort();
  await db.close();
  await owner.drizzle.execute(`drop role ${role}`);
  await owner.close();
});
