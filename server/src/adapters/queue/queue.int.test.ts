import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../../../scripts/instance.ts';
import { createLogger } from '../../core/logger.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { connectDatabase } from '../database/connect.ts';
import type { Database } from '../database/port.ts';
import { createPgBossQueue } from './pg-boss.ts';
import type { Queue } from './port.ts';
import { brief, chained, inTurn } from './testdata/jobs.ts';

const WAIT_MS = 60_000;
const log = createLogger('silent');

describe('jobs of pg-boss', () => {
  let test: Awaited<ReturnType<typeof createTestDatabase>>;
  let db: Database;
  let queue: Queue;
  const seen: { note: string; attempt: number; isLastAttempt: boolean }[] = [];
  const failing = new Set<string>();

  beforeAll(async () => {
    test = await createTestDatabase();
    db = await connectDatabase(test.url, { max: 4 });
    await db.drizzle.execute(sql`create table effects (note text)`);
    queue = createPgBossQueue({ url: test.url, db, log });
    queue.handle(brief, async ({ note }, { attempt, isLastAttempt }) => {
      seen.push({ note, attempt, isLastAttempt });
      if (failing.has(note)) throw new Error('not this time');
    });
    await queue.start({ work: true });
  });
  afterAll(async () => {
    await queue.stop();
    await db.close();
    await test.drop();
  });
  const enqueue = (note: string) => db.transaction((tx) => queue.enqueue(tx, brief, { note }));
  const triesOf = (note: string) => seen.filter((one) => one.note === note);

  it('runs what was committed, and nothing of a transaction that was rolled back', async () => {
    await expect(
      db.transaction(async (tx) => {
        await queue.enqueue(tx, brief, { note: 'rolled back' });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await enqueue('committed');
    await waitFor(
      () => triesOf('committed')[0],
      WAIT_MS,
      () => 'the job did not run',
    );
    const { rows } = await db.drizzle.execute(
      sql`select 1 from pgboss.job where name = ${brief.name} and data ->> 'note' = 'rolled back'`,
    );
    expect(rows).toEqual([]);
    expect(triesOf('committed')).toHaveLength(1);
  });

  it('runs jobs that wait together one right after the other', async () => {
    // If a worker waited this interval after a job, it would be idle for the next hour.
    const restless = createPgBossQueue({ url: test.url, db, log, restSeconds: 3600, notifiedRestSeconds: 3600 });
    const places: number[] = [];
    restless.handle(chained, async ({ place }) => void places.push(place));
    await restless.start({ work: true });
    const all = Array.from({ length: 12 }, (_, place) => place);
    await db.transaction(async (tx) => {
      for (const place of all) await restless.enqueue(tx, chained, { place });
    });
    await waitFor(
      () => places.length === all.length || undefined,
      WAIT_MS,
      () => `only ${places.length} of ${all.length} jobs ran`,
    );
    await restless.stop();
  });

  it('runs a job that was written while no notifications arrived, once it listens again', async () => {
    // Longer than the test waits: only the new connection can lead to the job.
    const restless = createPgBossQueue({ url: test.url, db, log, restSeconds: 3600, notifiedRestSeconds: 3600 });
    const places: number[] = [];
    restless.handle(chained, async ({ place }) => void places.push(place));
    await restless.start({ work: true });
    await db.transaction((tx) => restless.enqueue(tx, chained, { place: 1 }));
    await waitFor(
      () => places.includes(1) || undefined,
      WAIT_MS,
      () => 'the first job did not run',
    );
    const { rows } = await db.drizzle.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen %'`);
    expect(rows.length).toBeGreaterThan(0);
    await db.transaction((tx) => restless.enqueue(tx, chained, { place: 2 }));
    await waitFor(
      () => places.includes(2) || undefined,
      WAIT_MS,
      () => 'the second job did not run',
    );
    await restless.stop();
  });

  it('gives accounts their turns, higher ranks first, and lets nobody who comes later wait behind all others', async () => {
    const waiting = createPgBossQueue({ url: test.url, db, log });
    waiting.handle(inTurn, async () => undefined);
    await waiting.start({ work: false });
    const add = (accountId: string, notes: string[], rank: 0 | 2 = 0) =>
      db.transaction(async (tx) => {
        for (const note of notes) await waiting.enqueue(tx, inTurn, { note }, { turn: { accountId, rank } });
      });
    await add('a', ['a1', 'a2', 'a3', 'a4']);
    await add('b', ['b1', 'b2']);
    await add('a', ['a5']);
    await add('c', ['c1', 'c2', 'c3'], 2);
    await waiting.stop();

    const begun: string[] = [];
    const working = createPgBossQueue({ url: test.url, db, log });
    working.handle(inTurn, async ({ note }) => {
      begun.push(note);
      // Arrives during the third round and starts in it.
      if (note === 'a3')
        await db.transaction((tx) =>
          working.enqueue(tx, inTurn, { note: 'd1' }, { turn: { accountId: 'd', rank: 0 } }),
        );
    });
    await working.start({ work: true });
    await waitFor(
      () => begun.length === 11 || undefined,
      WAIT_MS,
      () => `only ${begun.join(' ')} began`,
    );
    await working.stop();
    expect(begun.join(' ')).toBe('c1 c2 c3 a1 b1 a2 b2 a3 d1 a4 a5');
  });

  it('makes its index once when several processes start together: each waits for the one that makes it', async () => {
    // Where pg-boss looks after its jobs at that moment the two deadlock, and PostgreSQL ends one of them.
    await waitFor(
      () => db.drizzle.execute(sql`drop index if exists pgboss.duai_job_not_done`).then(Boolean, () => undefined),
      WAIT_MS,
      () => 'the index was not dropped',
    );
    // Two further connections: while a start waits, the first connection is needed to ask how many are waiting.
    const others = await Promise.all([1, 2].map(() => connectDatabase(test.url, { max: 2 })));
    const starting = others.map((other) => createPgBossQueue({ url: test.url, db: other, log }));
    const waiting = async () =>
      (await db.drizzle.execute(sql`select 1 from pg_locks where locktype = 'advisory' and not granted`)).rows.length;
    let started: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('duai_job_not_done', 0))`);
      started = Promise.all(starting.map((each) => each.start({ work: false })));
      await waitFor(
        async () => (await waiting()) === 2 || undefined,
        WAIT_MS,
        () => 'nobody waits for who makes the index',
      );
    });
    await started;
    const { rows } = await db.drizzle.execute(sql`select 1 from pg_class where relname = 'duai_job_not_done'`);
    expect(rows).toHaveLength(1);
    for (const each of starting) await each.stop();
    for (const other of others) await other.close();
  });

  it('refuses a payload that does not fit, before anything is written', async () => {
    const wrong = db.transaction((tx) => queue.enqueue(tx, brief, { note: 7 as unknown as string }));
    await expect(wrong).rejects.toThrow();
  });

  it('refuses a second handler of the same job', () => {
    expect(() => queue.handle(brief, async () => undefined)).toThrow('two handlers');
  });

  it('tries again, lists what died, and gives it a new life', async () => {
    failing.add('stubborn');
    const id = await enqueue('stubborn');
    const dead = await waitFor(
      () => queue.findDead(id),
      WAIT_MS,
      () => 'the job did not die',
    );
    expect(dead).toMatchObject({ name: brief.name, reason: 'not this time' });
    expect(triesOf('stubborn').map(({ attempt, isLastAttempt }) => [attempt, isLastAttempt])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect((await queue.counts()).find(({ name }) => name === brief.name)?.dead).toBe(1);

    failing.delete('stubborn');
    // Dead for longer than pg-boss keeps jobs that wait: given a new life, it is not swept away before its turn.
    await db.drizzle.execute(sql`update pgboss.job set keep_until = now() - interval '1 day' where id = ${id}::uuid`);
    expect(await queue.retryDead(id)).toBe(true);
    const { rows } = await db.drizzle.execute(
      sql`select keep_until > now() as kept from pgboss.job where id = ${id}::uuid`,
    );
    expect(rows).toEqual([{ kept: true }]);
    await waitFor(
      async () => ((await queue.findDead(id)) === undefined && triesOf('stubborn').length === 3) || undefined,
      WAIT_MS,
      () => 'the dead job was not run again',
    );
    expect(await queue.retryDead(id)).toBe(false);
  });
});
