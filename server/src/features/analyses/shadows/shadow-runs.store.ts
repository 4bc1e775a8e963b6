import { and, asc, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type ShadowRow, shadowAnalyses } from '../analyses.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update'>;

/** Planning twice changes nothing. */
export const insertShadow = async (on: Queries, row: typeof shadowAnalyses.$inferInsert): Promise<boolean> =>
  (await on.insert(shadowAnalyses).values(row).onConflictDoNothing().returning({ id: shadowAnalyses.id })).length > 0;

export async function findShadow(on: Queries, id: string): Promise<ShadowRow | undefined> {
  const [row] = await on.select().from(shadowAnalyses).where(eq(shadowAnalyses.id, id));
  return row;
}

/** A run that ended stays as it ended. */
export async function endShadow(on: Queries, id: string, change: Partial<ShadowRow>): Promise<void> {
  await on
    .update(shadowAnalyses)
    .set(change)
    .where(and(eq(shadowAnalyses.id, id), eq(shadowAnalyses.status, 'planned')));
}

export const findShadowsOf = (on: Queries, algorithmId: string, version: string): Promise<ShadowRow[]> =>
  on
    .select()
    .from(shadowAnalyses)
    .where(and(eq(shadowAnalyses.algorithmId, algorithmId), eq(shadowAnalyses.algorithmVersion, version)))
    .orderBy(asc(shadowAnalyses.createdAt), asc(shadowAnalyses.id));
