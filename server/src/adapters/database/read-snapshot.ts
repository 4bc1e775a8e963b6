import { given } from '@duai/contract';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { ReadTx } from './port.ts';

/** Runs queries in one read-only snapshot; when the signal aborts, the running query is cancelled in the database. */
export const readSnapshot = <T>(
  pool: pg.Pool,
  settings: pg.ClientConfig,
  signal: AbortSignal,
  run: (tx: ReadTx) => Promise<T>,
): Promise<T> => readOn(pool, settings, signal, undefined, run);

/**
 * One snapshot on several connections (PostgreSQL, "Snapshot Synchronization Functions"). A further connection is taken
 * only if the pool has a free one, since callers that wait while holding one could deadlock.
 */
export function readSnapshotTogether<T>(
  pool: pg.Pool,
  settings: pg.ClientConfig,
  signal: AbortSignal,
  most: number,
  run: (txs: readonly ReadTx[]) => Promise<T>,
): Promise<T> {
  return readSnapshot(pool, settings, signal, async (first) => {
    const { rows } = await first.execute<{ snapshot: string }>(sql`select pg_export_snapshot() as snapshot`);
    const { snapshot } = given(rows[0], 'the snapshot');
    const withMore = (txs: readonly ReadTx[]): Promise<T> =>
      txs.length < most && hasFree(pool)
        ? readOn(pool, settings, signal, snapshot, (tx) => withMore([...txs, tx]))
        : run(txs);
    return withMore([first]);
  });
}

const hasFree = (pool: pg.Pool): boolean =>
  pool.waitingCount === 0 && (pool.idleCount > 0 || pool.totalCount < pool.options.max);

/**
 * No query starts after the signal, since the cancel request may arrive between two queries. The request uses a
 * connection outside the pool, which may be full of the queries to cancel. A cancelled connection is closed, so that a
 * late request cannot hit the next user's query.
 */
async function readOn<T>(
  pool: pg.Pool,
  settings: pg.ClientConfig,
  signal: AbortSignal,
  snapshot: string | undefined,
  run: (tx: ReadTx) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const client = await pool.connect();
  let cancelled: Promise<void> | undefined;
  const cancel = () => {
    cancelled = cancelBackend(settings, (client as unknown as { processID: number }).processID);
  };
  signal.addEventListener('abort', cancel);
  let isSpoilt = true;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    signal.throwIfAborted();
    return query(...args);
  }) as typeof client.query;
  try {
    await client.query('begin isolation level repeatable read read only');
    if (snapshot !== undefined) await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`);
    const result = await run(drizzle(client));
    await client.query('commit');
    isSpoilt = false;
    return result;
  } catch (error) {
    signal.throwIfAborted();
    isSpoilt = await client.query('rollback').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    await cancelled;
    Reflect.deleteProperty(client, 'query');
    client.release(isSpoilt || cancelled !== undefined);
  }
}

async function cancelBackend(settings: pg.ClientConfig, pid: number): Promise<void> {
  const client = new pg.Client({ ...settings, application_name: 'duai cancel' });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_cancel_backend($1)', [pid]);
  } catch {
    // Without a database there is nothing to cancel; the connection is closed anyway.
  } finally {
    await client.end().catch(() => {});
  }
}
