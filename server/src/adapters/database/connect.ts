import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from '../../core/logger.ts';
import type { Database } from './port.ts';

const RECONNECT_MS = 1000;

/** One driver and one code path for the embedded and an external PostgreSQL. */
export async function connectDatabase(url: string, { max, log }: { max: number; log?: Logger }): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max, application_name: 'duai' });
  pool.on('error', (error) => log?.warn({ err: error }, 'idle database connection failed'));
  await pool.query('select 1');
  const orm = drizzle(pool);
  const stops = new Set<() => Promise<void>>();

  return {
    drizzle: orm,
    transaction: (run) => orm.transaction((tx) => run(tx)),
    async listen(channel, onPayload) {
      let client: pg.Client | undefined;
      let isStopped = false;
      let retry: NodeJS.Timeout | undefined;
      const connect = async () => {
        const next = new pg.Client({ connectionString: url, application_name: 'duai listen' });
        next.on('notification', (message) => onPayload(message.payload ?? ''));
        next.on('error', (error) => log?.warn({ err: error }, 'listening connection failed'));
        next.on('end', () => {
          if (!isStopped) retry = setTimeout(reconnect, RECONNECT_MS);
        });
        client = next;
        await next.connect();
        await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      };
      const reconnect = () => {
        connect().catch((error) => {
          log?.warn({ err: error }, 'listening connection could not be re-established');
          if (!isStopped) retry = setTimeout(reconnect, RECONNECT_MS);
        });
      };
      await connect();
      const stop = async () => {
        isStopped = true;
        clearTimeout(retry);
        stops.delete(stop);
        await client?.end().catch(() => {});
      };
      stops.add(stop);
      return stop;
    },
    async close() {
      for (const stop of [...stops]) await stop();
      await pool.end();
    },
  };
}
