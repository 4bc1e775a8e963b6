import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** A transaction, with the same queries as `Database.drizzle`. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

export interface Announced {
  /** Called with the payload of each NOTIFY on the channel. */
  onPayload: (payload: string) => void;
  /** Called when the connection is back after a break; notifications in between are lost. */
  onGap: () => void;
}
/** Read-only queries on one snapshot. */
export type ReadTx = Pick<NodePgDatabase, 'select' | 'selectDistinct' | 'execute'>;

export interface Database {
  readonly drizzle: NodePgDatabase;
  /** Runs in one transaction (read committed); an error rolls it back and is rethrown. */
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Reads in one snapshot on a connection of its own. When the signal aborts, the running query is cancelled in the
   * database and the signal's reason is thrown.
   */
  read<T>(signal: AbortSignal, run: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** Like `read`, on up to `most` connections with the same snapshot: as many as are free, at least one. */
  readTogether<T>(signal: AbortSignal, most: number, run: (txs: readonly ReadTx[]) => Promise<T>): Promise<T>;
  /** LISTEN on a connection of its own, which is re-established when it breaks. Returns a function that stops it. */
  listen(channel: string, announced: Announced): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface Maintenance {
  /**
   * Rewrites the whole database without erased data, and removes the earlier write-ahead log.
   * @throws Error when a part failed; what was done stays
   */
  rewrite(): Promise<void>;
  /** Whether the log can be removed too, which needs a superuser and `wal_recycle = off`. */
  coversLog(): Promise<boolean>;
}

/** No connection is available: the server is down or accepts no more, or too many callers wait. */
export class NoConnectionError extends Error {}

/**
 * SQLSTATEs (PostgreSQL, appendix A) of a server that stops, starts or is full: connection exceptions (08), shutdown,
 * crash, starting (57P01–57P03), too many connections.
 */
const AWAY = /^(08...|57P0[123]|53300)$/;
const BROKEN = /^Connection terminated|^Client has encountered a connection error/;

/** Whether an error means that the database was unavailable, which is temporary and not the caller's fault. */
export function isDatabaseAway(error: unknown): boolean {
  let isQuery = false;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof NoConnectionError) return true;
    isQuery ||= cause instanceof DrizzleQueryError;
    const { code } = cause as Error & { code?: unknown };
    if (typeof code === 'string' && AWAY.test(code)) return true;
    // A plain socket error could come from any connection; as the cause of a query error it is from the database.
    if (BROKEN.test(cause.message) || (isQuery && (code === 'ECONNRESET' || code === 'EPIPE'))) return true;
  }
  return false;
}
