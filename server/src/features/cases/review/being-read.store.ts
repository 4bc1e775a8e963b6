import { and, eq } from 'drizzle-orm';
import { anyOf } from '../../../core/any-of.ts';
import type { Queries } from '../cases.store.ts';
import { caseAiWithheld, caseSecondReaders } from './review.tables.ts';

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
