import { sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';

/** Throws where the database does not answer. */
export const askDatabase = (on: Pick<NodePgDatabase, 'execute'>) => on.execute(sql`select 1`);
