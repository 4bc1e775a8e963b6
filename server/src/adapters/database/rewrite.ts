import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../../core/logger.ts';
import { theOne } from '../../core/the-one.ts';
import type { Maintenance } from './port.ts';

/** How long to wait for earlier transactions, which may still see deleted rows; a rewrite would keep those rows. */
const PATIENCE_MS = 10 * 60_000;
/** A table that is in use for longer is tried again, because a waiting lock blocks all later queries. */
const LOCK_TIMEOUT = '5s';
const LOCK_TRIES = 60;
const LOCK_NOT_AVAILABLE = '55P03';
/** More segments than `max_wal_size` (1 GB of 16 MB) can hold. */
const MOST_SEGMENTS = 500;

/** Maintenance of the database files, as the role that owns them. */
export function createMaintenance({ url, log }: { url: string; log: Logger }): Maintenance {
  async function withClient<T>(run: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: url, application_name: 'duai maintenance' });
    client.on('error', (error) => log.warn({ err: error }, 'maintenance connection failed'));
    try {
      await client.connect();
      return await run(client);
    } finally {
      await client.end();
    }
  }

  return {
    coversLog: () => withClient(coversLog),
    rewrite: () =>
      withClient(async (client) => {
        const begin = performance.now();
        await waitForEarlierTransactions(client);
        await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
        for (const table of await findTables(client)) await rewriteTable(client, table, 'full, analyze');
        if (await coversLog(client)) {
          // The planner keeps samples of values: they are fresh now, and the old ones are removed by rewriting these
          // tables.
          for (const table of ['pg_catalog.pg_statistic', 'pg_catalog.pg_statistic_ext_data'])
            await rewriteTable(client, table, 'full');
          await endLog(client);
        }
        log.info({ seconds: Math.round((performance.now() - begin) / 1000) }, 'database rewritten');
      }),
  };
}

async function coversLog(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ covers: boolean }>(
    `select rolsuper and current_setting('wal_recycle') = 'off' as covers from pg_roles where rolname = current_user`,
  );
  return theOne(rows).covers;
}

async function waitForEarlierTransactions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ begun: string }>('select clock_timestamp()::text as begun');
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const earlier = await client.query(
      `select 1 from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database() and xact_start < $1`,
      [theOne(rows).begun],
    );
    if (earlier.rows.length === 0) return;
    if (Date.now() > deadline)
      throw new Error('a transaction is open for too long: what it may see cannot be rewritten');
    await pause(200);
  }
}

/** All tables of this database except system tables; indexes and TOAST are rewritten with them. */
async function findTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'
     order by pg_total_relation_size(c.oid)`,
  );
  return rows.map(({ name }) => name);
}

async function rewriteTable(client: pg.Client, table: string, how: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`vacuum (${how}) ${table}`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tries === LOCK_TRIES) throw error;
      await pause(1000);
    }
  }
}

const LOG_FILES = `select name from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$'`;

/**
 * Removes every segment of the log that was written before now. Segments recycled before `wal_recycle` was off may be
 * ready with old content; a switch fills the rest of a segment with zeros, so they are used up one by one. The
 * checkpoint then removes all of them (PostgreSQL, "WAL Configuration").
 */
async function endLog(client: pg.Client): Promise<void> {
  const { rows: known } = await client.query<{ name: string }>(LOG_FILES);
  if (known.length > MOST_SEGMENTS)
    throw new Error(`${known.length} segments of the log: more than can be gone through`);
  await client.query('checkpoint');
  for (let segment = 0; segment <= known.length; segment += 1) {
    // Two switches in a row do nothing, so something is written between them.
    await client.query(`select pg_logical_emit_message(true, 'duai', '')`);
    await client.query('select pg_switch_wal()');
  }
  await client.query('checkpoint');
  const { rows: left } = await client.query<{ name: string }>(LOG_FILES);
  const old = left.filter(({ name }) => known.some((before) => before.name === name));
  if (old.length > 0)
    throw new Error(`${old.length} old segments of the log are kept (a replication slot, an archive?)`);
}
