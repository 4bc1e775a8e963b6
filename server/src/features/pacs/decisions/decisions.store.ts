import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { pacsDecisions, pacsQuarantine } from '../pacs.tables.ts';

type Queries = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'delete'>;
export type QuarantineRow = typeof pacsQuarantine.$inferSelect;
export type DecisionRow = typeof pacsDecisions.$inferSelect;

/** Of this institution alone. */
export async function findQuarantined(
  on: Queries,
  institutionId: string,
  id: string,
): Promise<QuarantineRow | undefined> {
  const [row] = await on
    .select()
    .from(pacsQuarantine)
    .where(and(eq(pacsQuarantine.id, id), eq(pacsQuarantine.institutionId, institutionId)));
  return row;
}

export async function findDecision(
  on: Queries,
  institutionId: string,
  quarantineId: string,
): Promise<DecisionRow | undefined> {
  const [row] = await on
    .select()
    .from(pacsDecisions)
    .where(and(eq(pacsDecisions.quarantineId, quarantineId), eq(pacsDecisions.institutionId, institutionId)));
  return row;
}

/** How many instances of a scan wait for a decision. */
export async function countQuarantined(on: Queries, scanId: string): Promise<number> {
  const [row] = await on
    .select({ count: sql<number>`count(*)::int` })
    .from(pacsQuarantine)
    .where(eq(pacsQuarantine.scanId, scanId));
  return row?.count ?? 0;
}

/** The instance is kept aside no more. */
export async function insertDecision(on: Changes, row: DecisionRow): Promise<void> {
  await on.delete(pacsQuarantine).where(eq(pacsQuarantine.id, row.quarantineId));
  await on.insert(pacsDecisions).values(row);
}
