import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { waitFor } from '../../../../scripts/instance.ts';
import { createLogger } from '../../core/logger.ts';
import { connectDatabase, MOST_WAITING } from './connect.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';
import { type Database, isDatabaseAway } from './port.ts';

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'migrations');

/** What the server needs from PostgreSQL, whoever runs it. */
function databaseSuite(name: string, open: () => Promise<{ url: string; close(): Promise<void> }>): void {
  describe(name, () => {
    let db: Database;
    let url: string;
    let close: () => Promise<void>;
    beforeAll(async () => {
      const opened = await open();
      url = opened.url;
      db = await connectDatabase(url, { max: 1 });
      close = async () => {
        await db.close();
        await opened.close();
      };
    });
    afterAll(() => close());

    it('migrates once, and not again', async () => {
      const first = await migrate(db, MIGRATIONS);
      expect(first).toHaveLength((await readdir(MIGRATIONS)).length);
      expect(await migrate(db, MIGRATIONS)).toEqual([]);
    });

    it('rolls back a transaction that throws', async () => {
      await expect(
        db.transaction(async (tx) => {
          await tx.execute(sql`create table left_over (id int)`);
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      const { rows } = await db.drizzle.execute(sql`select to_regclass('left_over') as found`);
      expect(rows[0]!.found).toBeNull();
    });

    it('tells callers beyond a number at once that there is no connection', async () => {
      const small = await connectDatabase(url, { max: 1 });
      const release = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const held = small.transaction(() => {
        begun.resolve();
        return release.promise;
      });
      await begun.promise;
      const outcomes = Array.from({ length: MOST_WAITING + 10 }, () =>
        small.drizzle.execute(sql`select 1`).then(
          () => 'answered',
          (error: unknown) => (isDatabaseAway(error) ? 'refused' : 'failed'),
        ),
      );
      expect(await Promise.race(outcomes.slice(-1))).toBe('refused');
      release.resolve();
      await held;
      const counts = Object.groupBy(await Promise.all(outcomes), (outcome) => outcome);
      expect([counts.answered?.length, counts.refused?.length]).toEqual([MOST_WAITING, 10]);
      await small.close();
    });

    it('gives a connection back whose transaction could not begin, and one that was cut under a query', async () => {
      const small = await connectDatabase(url, { max: 1 });
      const end = () =>
        db.drizzle.execute(sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'duai' and pid <> pg_backend_pid()`);
      for (let turn = 0; turn < 3; turn += 1) {
        const cut = small.transaction(async (tx) => {
          await end();
          await tx.execute(sql`select 1`);
        });
        expect(isDatabaseAway(await cut.catch((error: unknown) => error))).toBe(true);
        await end();
        await small.transaction((tx) => tx.execute(sql`select 1`)).catch(() => undefined);
      }
      expect((await small.drizzle.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
      await small.close();
    });

    it('reads one snapshot on several connections, on one where no other is free, and gives all of them back', async () => {
      const some = await connectDatabase(url, { max: 3 });
      const { signal } = new AbortController();
      await db.drizzle.execute(sql`create table counted (id int)`);
      const seen = (wish: number) =>
        some.readTogether(signal, wish, async (txs) => {
          await db.drizzle.execute(sql`insert into counted values (1)`);
          const counts = txs.map((tx) =>
            tx.execute<{ count: number }>(sql`select count(*)::int as count from counted`),
          );
          return (await Promise.all(counts)).map(({ rows }) => rows[0]!.count);
        });
      expect(await seen(2)).toEqual([0, 0]);
      expect(await seen(5)).toEqual([1, 1, 1]);
      const narrow = await connectDatabase(url, { max: 1 });
      expect(await narrow.readTogether(signal, 2, async (txs) => txs.length)).toBe(1);
      await narrow.close();

      // One query fails: those of the others go on or are rolled back, and every connection is returned.
      const failed = some.readTogether(signal, 3, ([first]) => first!.execute(sql`select 1 / 0`));
      await expect(failed).rejects.toThrow();
      // A caller that leaves ends the queries on all connections.
      const leaving = new AbortController();
      const left = some.readTogether(leaving.signal, 3, async (txs) => {
        const sleeping = txs.map((tx) => tx.execute(sql`select pg_sleep(600)`));
        leaving.abort();
        await Promise.allSettled(sleeping);
        return Promise.all(sleeping);
      });
      await expect(left).rejects.toThrow(/aborted/);
      expect(await seen(3)).toEqual([2, 2, 2]);
      await some.close();
      await db.drizzle.execute(sql`drop table counted`);
    });

    it('hears what is notified at commit', async () => {
      const heard: string[] = [];
      const stop = await db.listen('test_channel', { onPayload: (payload) => heard.push(payload), onGap: () => {} });
      await db.transaction((tx) => tx.execute(sql`select pg_notify('test_channel', 'merhaba')`));
      await waitFor(
        () => (heard.length > 0 ? true : undefined),
        60_000,
        () => 'nothing heard',
      );
      expect(heard).toEqual(['merhaba']);
      await stop();
    });
  });
}

databaseSuite('the embedded PostgreSQL', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'duai-embedded-'));
  await chmod(dir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: dir, log: createLogger('silent') });
  return {
    url: server.maintenanceUrl,
    close: async () => {
      await server.stop();
      await rm(dir, { recursive: true });
    },
  };
});

/** PostgreSQL 15 or newer from Debian, run as a separate cluster on loopback. */
const BIN = ['18', '17', '16', '15']
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((path) => existsSync(join(path, 'initdb')));
if (BIN) databaseSuite('an external PostgreSQL', () => startExternal(BIN));
else console.log('PostgreSQL of the system is not installed: the external database is not tried');

async function startExternal(bin: string) {
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? { uid: 65534, gid: 65534 } : {};
  const dir = await mkdtemp(join(tmpdir(), 'duai-external-'));
  if (isRoot) await chown(dir, 65534, 65534);
  const cluster = join(dir, 'cluster');
  const made = spawnSync(join(bin, 'initdb'), ['-D', cluster, '-U', 'duai', '-A', 'trust', '-E', 'UTF8'], {
    ...as,
    cwd: '/',
  });
  expect(made.status, String(made.stderr)).toBe(0);
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as { port: number };
      probe.close(() => resolve(free));
    });
  });
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', cluster, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    { ...as, cwd: '/', stdio: 'ignore' },
  );
  const url = `postgres://duai@127.0.0.1:${port}/postgres`;
  await waitFor(
    async () => answers(url),
    60_000,
    () => 'the external server is not ready',
  );
  return {
    url,
    close: async () => {
      server.kill('SIGINT');
      await new Promise((resolve) => server.once('exit', resolve));
      await rm(dir, { recursive: true, force: true });
    },
  };
}

it('a migration that was changed after it landed is an error', async () => {
  const db = await connectDatabase(inject('databaseUrl').replace(/\/duai$/, '/postgres'), { max: 1 });
  const dir = await mkdtemp(join(tmpdir(), 'duai-migrations-'));
  await writeFile(join(dir, '0001_test.sql'), 'create table first_version (id int);');
  await migrate(db, dir);
  await writeFile(join(dir, '0001_test.sql'), 'create table second_version (id int);');
  await expect(migrate(db, dir)).rejects.toThrow('was changed');
  await db.close();
  await rm(dir, { recursive: true });
});

/** True once a connection is accepted. */
async function answers(url: string): Promise<true | undefined> {
  try {
    await (await connectDatabase(url, { max: 1 })).close();
    return true;
  } catch {
    return undefined;
  }
}
