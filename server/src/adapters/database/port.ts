import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** A transaction: the same queries as `Database.drizzle`. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

export interface Announced {
  /** A NOTIFY of the channel. */
  onPayload: (payload: string) => void;
  /** The connection was away for a while and is back: what was announced meanwhile is not known. */
  onGap: () => void;
}
/** Queries of one snapshot; nothing is written. */
export type ReadTx = Pick<NodePgDatabase, 'select' | 'selectDistinct' | 'execute'>;

export interface Database {
  readonly drizzle: NodePgDatabase;
  /** Runs in one transaction (read committed); an error rolls back and is thrown on. */
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Reads in one snapshot, on a connection of its own. When the signal aborts, the query that runs is cancelled in the
   * database and the signal's reason is thrown.
   */
  read<T>(signal: AbortSignal, run: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** As `read`, on at most so many connections of the same snapshot: as many as are free, one at least. */
  readTogether<T>(signal: AbortSignal, most: number, run: (txs: readonly ReadTx[]) => Promise<T>): Promise<T>;
  /** LISTEN on a connection of its own, re-established when it breaks. Returns the way to stop. */
  listen(channel: string, announced: Announced): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface Maintenance {
  /**
   * Writes the whole database anew without what was erased, and ends the write-ahead log before it.
   * @throws Error when not all of it could be done; what was done stays
   */
  rewrite(): Promise<void>;
  /** Whether the log can be ended too: that needs a superuser and `wal_recycle = off`. */
  coversLog(): Promise<boolean>;
}

/** No connection could be had: the server is away, it takes no more, or too many wait for one. */
export class NoConnectionError extends Error {}

/**
 * SQLSTATEs (PostgreSQL, appendix A) of a server that goes, comes or takes no more: connection exceptions (08), shut
 * down, crashed, starting (57P01–57P03), too many connections.
 */
const AWAY = /^(08...|57P0[123]|53300)$/;
const BROKEN = /^Connection terminated|^Client has encountered a connection error/;

/** Whether something failed because the database was away: not the caller's fault, and over by itself. */
export function isDatabaseAway(error: unknown): boolean {
  let isQuery = false;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof NoConnectionError) return true;
    isQuery ||= cause instanceof DrizzleQueryError;
    const { code } = cause as Error & { code?: unknown };
    if (typeof code === 'string' && AWAY.test(code)) return true;
    // A socket's own error says nothing of whose it was; below a query it was the database's.
    if (BROKEN.test(cause.message) || (isQuery && (code === 'ECONNRESET' || code === 'EPIPE'))) return true;
  }
  return false;
}
