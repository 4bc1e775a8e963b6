import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Whether a column holds one of these ids. One parameter, where `inArray` has one for each id to parse and to plan. */
export const anyOf = (column: SQLWrapper, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...ids])}::uuid[])`;
