import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** A transaction: the same queries as `Database.drizzle`. */
export type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

export interface Database {
  readonly drizzle: NodePgDatabase;
  /** Runs in one transaction (read committed); an error rolls back and is thrown on. */
  transaction<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  /** LISTEN on a connection of its own, re-established when it breaks. Returns the way to stop. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
