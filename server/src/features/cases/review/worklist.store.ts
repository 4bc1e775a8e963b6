import { type cases as contract, LIMITS } from '@duai/contract';
import { and, asc, desc, eq, ilike, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { containing } from '../../../core/like.ts';
import type { Queries } from '../cases.store.ts';
import { type CaseRow, caseQuestionsUnread, cases, worklistViews } from '../cases.tables.ts';

const URGENT_FIRST = sql`array_position(array['urgent', 'semi-urgent', 'routine'], ${cases.urgency})`;
const SORTED_BY: Record<contract.WorklistWish['sort'], SQL> = {
  due: sql`${cases.dueAt}`,
  case: sql`${cases.caseNumber}`,
  submitted: sql`${cases.submittedAt}`,
  urgency: URGENT_FIRST,
  modality: sql`${cases.modality}`,
  bodyPart: sql`lower(${cases.bodyPart})`,
  state: sql`${cases.pipeline}`,
};

/** Cases that are looked for, in the wished order, the first due first among equals. */
export const searchCases = (on: Queries, wish: contract.WorklistWish, staffId: string): Promise<CaseRow[]> => {
  const like = wish.text && containing(wish.text);
  const by = SORTED_BY[wish.sort];
  const shown = { open: ne(cases.status, 'completed'), completed: eq(cases.status, 'completed') };
  return on
    .select()
    .from(cases)
    .where(
      and(
        wish.show === 'open' || wish.show === 'completed' ? shown[wish.show] : undefined,
        wish.show === 'questions'
          ? sql`exists (select 1 from ${caseQuestionsUnread} where ${caseQuestionsUnread.caseId} = ${cases.id})`
          : undefined,
        wish.claim === 'mine'
          ? or(eq(cases.claimedBy, staffId), and(isNull(cases.claimedBy), eq(cases.assignedTo, staffId)))
          : undefined,
        wish.claim === 'nobody' ? isNull(cases.claimedBy) : undefined,
        wish.modality ? eq(cases.modality, wish.modality) : undefined,
        wish.urgency ? eq(cases.urgency, wish.urgency) : undefined,
        like
          ? or(
              ...[cases.caseNumber, cases.bodyPart, cases.clinicalHistory, cases.symptoms].map((column) =>
                ilike(column, like),
              ),
            )
          : undefined,
      ),
    )
    .orderBy(
      wish.order === 'ascending' ? sql`${by} asc nulls last` : sql`${by} desc nulls last`,
      sql`${cases.dueAt} asc nulls last`,
      desc(cases.uploadedAt),
      asc(cases.id),
    )
    .limit(LIMITS.rowsAtOnce);
};

export const findViews = async (on: Queries, staffId: string): Promise<contract.WorklistView[]> =>
  (await on.select().from(worklistViews).where(eq(worklistViews.staffId, staffId)))[0]?.views ?? [];

export const saveViews = async (on: Queries, row: typeof worklistViews.$inferInsert): Promise<void> => {
  const { views, updatedAt } = row;
  await on
    .insert(worklistViews)
    .values(row)
    .onConflictDoUpdate({ target: worklistViews.staffId, set: { views, updatedAt } });
};
