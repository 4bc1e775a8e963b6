import { and, eq } from 'drizzle-orm';
import { anyOf } from '../../../core/any-of.ts';
import type { Queries } from '../cases.store.ts';
import { caseAiWithheld, caseSecondReaders, opinionsSeen } from './review.tables.ts';

/** Those of these cases whose current images a second reader has begun to read. */
export const findSecondReaders = async (on: Queries, caseIds: string[]): Promise<Set<string>> =>
  caseIds.length === 0
    ? new Set()
    : new Set(
        (await on.select().from(caseSecondReaders).where(anyOf(caseSecondReaders.caseId, caseIds))).map(
          ({ caseId }) => caseId,
        ),
      );

export const isAiWithheldFrom = async (on: Queries, caseId: string, staffId: string): Promise<boolean> =>
  (
    await on
      .select({ caseId: caseAiWithheld.caseId })
      .from(caseAiWithheld)
      .where(and(eq(caseAiWithheld.caseId, caseId), eq(caseAiWithheld.staffId, staffId)))
  ).length > 0;

/** Only the first time is stored. */
export const insertSeen = async (on: Queries, row: typeof opinionsSeen.$inferInsert): Promise<void> => {
  await on.insert(opinionsSeen).values(row).onConflictDoNothing();
};

export const hasSeen = async (
  on: Queries,
  { caseId, staffId, submission }: { caseId: string; staffId: string; submission: number },
): Promise<boolean> =>
  (
    await on
      .select({ seenAt: opinionsSeen.seenAt })
      .from(opinionsSeen)
      .where(
        and(
          eq(opinionsSeen.caseId, caseId),
          eq(opinionsSeen.staffId, staffId),
          eq(opinionsSeen.submission, submission),
        ),
      )
  ).length > 0;

/** The radiologists who were shown results or the report of these images. */
export const findWhoSaw = async (
  on: Queries,
  { id, submission }: { id: string; submission: number },
): Promise<Set<string>> => {
  const rows = await on
    .select({ staffId: opinionsSeen.staffId })
    .from(opinionsSeen)
    .where(and(eq(opinionsSeen.caseId, id), eq(opinionsSeen.submission, submission)));
  return new Set(rows.map(({ staffId }) => staffId));
};
