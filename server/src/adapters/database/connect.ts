import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from '../../core/logger.ts';
import { listen } from './listen.ts';
import { type Database, NoConnectionError } from './port.ts';
import { readSnapshot, readSnapshotTogether } from './read-snapshot.ts';
import { createSockets, type Sockets } from './sockets.ts';

/** How long a caller waits for a connection before it gets an error: the database is down, or all connections are busy. */
const CONNECT_TIMEOUT_MS = 10_000;
/** TCP keep-alive delay, which detects a server that vanished without closing its connection (a pulled cable). */
const PROBE_AFTER_MS = 10_000;
/** Most callers that wait for a connection at once; the next one gets an error, because waiting costs memory. */
export const MOST_WAITING = 2000;

/** Connects to an embedded or an external PostgreSQL, with the same driver and code for both. */
export async function connectDatabase(
  url: string,
  { max, log, sockets = createSockets() }: { max: number; log?: Logger; sockets?: Sockets },
): Promise<Database> {
  const settings = {
    connectionString: url,
    stream: sockets.stream,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: PROBE_AFTER_MS,
  };
  const pool = createPool({ ...settings, max, application_name: 'duai' }, log);
  const orm = drizzle(pool);
  const stops = new Set<() => Promise<void>>();
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw error;
  }

  return {
    drizzle: orm,
    async transaction(run) {
      const client = await pool.connect();
      // Uses its own client, because Drizzle's transaction on a pool never releases the client when `begin` fails.
      try {
        return await drizzle(client).transaction((tx) => run(tx));
      } finally {
        client.release();
      }
    },
    read: (signal, run) => readSnapshot(pool, settings, signal, run),
    readTogether: (signal, most, run) => readSnapshotTogether(pool, settings, signal, most, run),
    async listen(channel, announced) {
      const end = await listen({
        ...announced,
        settings: { ...settings, application_name: 'duai listen' },
        channel,
        log,
      });
      const stop = async () => {
        stops.delete(stop);
        await end();
      };
      stops.add(stop);
      return stop;
    },
    async close() {
      await Promise.all([...stops].map((stop) => stop()));
      await sockets.closed(pool.end());
    },
  };
}

/** A pool with a limited queue, whose connections may break at any moment. */
function createPool(settings: pg.PoolConfig, log: Logger | undefined): pg.Pool {
  const pool = new pg.Pool(settings);
  pool.on('error', (error) => log?.warn({ err: error }, 'idle database connection failed'));
  // A connection that breaks while it is in use also emits an event; its query fails with the reason, so nothing is to
  // be done here.
  pool.on('connect', (client) => client.on('error', () => {}));
  const connect = pool.connect.bind(pool) as (done: Done) => void;
  const boundedConnect = (done: Done) => {
    if (pool.waitingCount >= MOST_WAITING)
      done(new NoConnectionError('too many wait for a connection'), undefined, () => {});
    else
      connect((error, client, release) =>
        done(error && new NoConnectionError('no database connection', { cause: error }), client, release),
      );
  };
  pool.connect = ((done?: Done) =>
    done
      ? boundedConnect(done)
      : new Promise((resolve, reject) => {
          boundedConnect((error, client) => (client ? resolve(client) : reject(error)));
        })) as typeof pool.connect;
  return pool;
}

type Done = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;
