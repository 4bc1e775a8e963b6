import { and, asc, eq, sql } from 'drizzle-orm';
import { theOne } from '../../../core/the-one.ts';
import type { Queries } from '../reports.store.ts';
import { type PreliminaryRow, preliminaryReads, readingRules } from '../reports.tables.ts';

type Rules = Omit<typeof readingRules.$inferSelect, 'id'>;

export const findRules = async (on: Queries): Promise<Rules> => theOne(await on.select().from(readingRules));

/** What is undefined stays as it is. */
export const updateRules = async (
  on: Queries,
  { readFirstForAll, secondReadPercent }: { [Rule in keyof Rules]: Rules[Rule] | undefined },
): Promise<Rules> => {
  const set = {
    readFirstForAll: readFirstForAll ?? sql`${readingRules.readFirstForAll}`,
    secondReadPercent: secondReadPercent ?? sql`${readingRules.secondReadPercent}`,
  };
  return theOne(await on.update(readingRules).set(set).returning());
};

/** The preliminary reads of one submission, the oldest first. */
export const findPreliminary = (on: Queries, caseId: string, submission: number): Promise<PreliminaryRow[]> =>
  on
    .select()
    .from(preliminaryReads)
    .where(and(eq(preliminaryReads.caseId, caseId), eq(preliminaryReads.submission, submission)))
    .orderBy(asc(preliminaryReads.savedAt), asc(preliminaryReads.id));

/** Returns false where this reader already has a read of this submission; the first one is kept. */
export async function insertPreliminary(on: Queries, row: PreliminaryRow): Promise<boolean> {
  const inserted = await on
    .insert(preliminaryReads)
    .values(row)
    .onConflictDoNothing({ target: [preliminaryReads.caseId, preliminaryReads.staffId, preliminaryReads.submission] })
    .returning({ id: preliminaryReads.id });
  return inserted.length > 0;
}
