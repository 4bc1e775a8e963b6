import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** Transactions that take the same name run one after the other: the lock ends with the transaction. */
export const lockByName = (on: Pick<NodePgDatabase, 'execute'>, name: string) =>
  on.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
