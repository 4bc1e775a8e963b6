import { and, asc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Queries } from '../reports.store.ts';
import { type SecondReadRow, secondReads } from '../reports.tables.ts';

/** The second reads of a case, the oldest first. */
export const findSecondReads = (on: Queries, caseId: string): Promise<SecondReadRow[]> =>
  on.select().from(secondReads).where(eq(secondReads.caseId, caseId)).orderBy(asc(secondReads.askedAt));

/** The second read that is not closed; a case has at most one. */
export const findOpen = async (on: Queries, caseId: string): Promise<SecondReadRow | undefined> =>
  (
    await on
      .select()
      .from(secondReads)
      .where(and(eq(secondReads.caseId, caseId), ne(secondReads.state, 'closed')))
  )[0];

export const insertSecondRead = async (on: Queries, row: typeof secondReads.$inferInsert): Promise<void> => {
  await on.insert(secondReads).values(row);
};

export const deleteSecondRead = async (on: Pick<Tx, 'delete'>, id: string): Promise<void> => {
  await on.delete(secondReads).where(eq(secondReads.id, id));
};

export const updateSecondRead = async (on: Queries, id: string, change: Partial<SecondReadRow>): Promise<void> => {
  await on.update(secondReads).set(change).where(eq(secondReads.id, id));
};

export const withdrawConfirmations = async (on: Queries, caseId: string): Promise<void> => {
  await on.update(secondReads).set({ confirmationAskedAt: null }).where(eq(secondReads.caseId, caseId));
};

/** Second reads that a reader has taken and not compared yet. */
export const findTaken = (on: Queries): Promise<SecondReadRow[]> =>
  on
    .select()
    .from(secondReads)
    .where(inArray(secondReads.state, ['reading', 'comparing']));

const MOST_LISTED = 200;

/** Without any opinion, the oldest first. */
export const findUnfinished = (on: Queries) =>
  on
    .select({
      caseId: secondReads.caseId,
      submission: secondReads.submission,
      reason: secondReads.reason,
      state: secondReads.state,
      askedAt: secondReads.askedAt,
      firstReaderName: secondReads.firstReaderName,
      readerName: secondReads.readerName,
    })
    .from(secondReads)
    .where(ne(secondReads.state, 'closed'))
    .orderBy(asc(secondReads.askedAt), asc(secondReads.id))
    .limit(MOST_LISTED);

/** How often each outcome of a comparison occurred, by reason. */
export const countAgreements = (on: Queries) =>
  on
    .select({
      reason: secondReads.reason,
      agreement: secondReads.agreement,
      decision: secondReads.decision,
      reads: sql<number>`count(*)::integer`,
    })
    .from(secondReads)
    .where(isNotNull(secondReads.agreement))
    .groupBy(secondReads.reason, secondReads.agreement, secondReads.decision);
