import { type cases as contract, LIMITS, namesOfPart, type SecondReadTask, type Subspecialty } from '@duai/contract';
import { and, asc, desc, eq, getTableColumns, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { anyOf } from '../../../core/any-of.ts';
import { containing } from '../../../core/like.ts';
import type { Queries } from '../cases.store.ts';
import { type CaseRow, caseQuestionsUnread, cases, patientNames, worklistViews } from '../cases.tables.ts';
import { caseAiFlags, caseAiWithheld, caseNotesWaiting, caseSecondReadTasks } from './review.tables.ts';

const URGENT_FIRST = sql`array_position(array['urgent', 'semi-urgent', 'routine'], ${cases.urgency})`;

/** Whether AI results of a case are withheld from this reader. */
const isWithheldFrom = (staffId: string): SQL =>
  sql`exists (select 1 from ${caseAiWithheld} w where w.case_id = ${cases.id} and w.staff_id = ${staffId})`;

/** A case with questions or answers of colleagues for this reader. */
const isWaitingFor = (staffId: string): SQL =>
  sql`exists (select 1 from ${caseNotesWaiting} n where n.case_id = ${cases.id} and n.staff_id = ${staffId})`;

/** A case whose second read asks something of this reader. */
const isAskedOf = (staffId: string): SQL =>
  sql`exists (select 1 from ${caseSecondReadTasks} t
    where t.case_id = ${cases.id} and t.staff_id = ${staffId} and t.task <> 'waiting')`;

/** Sorts by severity; withheld flags sort like missing ones. */
const aiOrder = (staffId: string): SQL => sql`case when ${isWithheldFrom(staffId)} then null else
  array_position(array['important', 'notice', 'clear'], ${caseAiFlags.flag}) end`;

const SORTED_BY: Record<Exclude<contract.WorklistWish['sort'], 'aiFlag'>, SQL> = {
  due: sql`${cases.dueAt}`,
  case: sql`${cases.caseNumber}`,
  submitted: sql`${cases.submittedAt}`,
  urgency: URGENT_FIRST,
  modality: sql`${cases.modality}`,
  bodyPart: sql`lower(${cases.bodyPart})`,
  state: sql`${cases.pipeline}`,
};

const MAY_BE_EMPTY: readonly contract.WorklistWish['sort'][] = ['due', 'submitted', 'bodyPart', 'aiFlag'];

/**
 * Each word must occur in the case, in the name that its row shows, or in a name of its body part in any language. The
 * database folds both sides, so that "ISIL DOGAN" finds Işıl Doğan.
 */
const holds = (word: string): SQL | undefined => {
  const pattern = sql`folded(${containing(word)})`;
  const parts = namesOfPart(word);
  return or(
    sql`${cases}.search_text like ${pattern}`,
    sql`${cases.subjectFirstName} is null and exists (
      select 1 from ${patientNames} n where n.patient_id = ${cases.patientId} and n.name_folded like ${pattern})`,
    parts.length > 0 ? inArray(cases.bodyPart, parts) : undefined,
  );
};

/** Cases that match the search, in the chosen order, then by due time. */
export const searchCases = (
  on: Queries,
  wish: contract.WorklistWish,
  { id: staffId, subspecialties }: { id: string; subspecialties: Subspecialty[] },
): Promise<CaseRow[]> => {
  const by = wish.sort === 'aiFlag' ? aiOrder(staffId) : SORTED_BY[wish.sort];
  const shown = { open: ne(cases.status, 'completed'), completed: eq(cases.status, 'completed') };
  const query = on.select(getTableColumns(cases)).from(cases).$dynamic();
  if (wish.sort === 'aiFlag') query.leftJoin(caseAiFlags, eq(caseAiFlags.caseId, cases.id));
  return query
    .where(
      and(
        wish.show === 'open' || wish.show === 'completed' ? shown[wish.show] : undefined,
        wish.show === 'questions'
          ? sql`exists (select 1 from ${caseQuestionsUnread} where ${caseQuestionsUnread.caseId} = ${cases.id})`
          : undefined,
        wish.show === 'notes' ? isWaitingFor(staffId) : undefined,
        wish.show === 'second-reads' ? isAskedOf(staffId) : undefined,
        wish.claim === 'mine'
          ? or(eq(cases.claimedBy, staffId), and(isNull(cases.claimedBy), eq(cases.assignedTo, staffId)))
          : undefined,
        wish.claim === 'nobody' ? isNull(cases.claimedBy) : undefined,
        wish.modality ? eq(cases.modality, wish.modality) : undefined,
        wish.urgency ? eq(cases.urgency, wish.urgency) : undefined,
        wish.subspecialty
          ? inArray(cases.subspecialty, wish.subspecialty === 'mine' ? subspecialties : [wish.subspecialty])
          : undefined,
        ...wish.text.split(/\s+/).filter(Boolean).map(holds),
      ),
    )
    .orderBy(
      // Stated only where it differs from the default, so that the order is that of an index.
      wish.order === 'ascending'
        ? sql`${by} asc`
        : MAY_BE_EMPTY.includes(wish.sort)
          ? sql`${by} desc nulls last`
          : sql`${by} desc`,
      sql`${cases.dueAt} asc`,
      desc(cases.uploadedAt),
      asc(cases.id),
    )
    .limit(LIMITS.rowsAtOnce);
};

/** AI flags of these cases: `withheld` where the reader may not know it, missing where no run has ended. */
export async function findAiFlags(
  on: Queries,
  caseIds: string[],
  staffId: string,
): Promise<Map<string, contract.AiFlag>> {
  if (caseIds.length === 0) return new Map();
  const withheld = await on
    .select({ caseId: caseAiWithheld.caseId })
    .from(caseAiWithheld)
    .where(and(anyOf(caseAiWithheld.caseId, caseIds), eq(caseAiWithheld.staffId, staffId)));
  const flags = await on.select().from(caseAiFlags).where(anyOf(caseAiFlags.caseId, caseIds));
  return new Map<string, contract.AiFlag>([
    ...flags.map(({ caseId, flag }) => [caseId, flag] as const),
    ...withheld.map(({ caseId }) => [caseId, 'withheld'] as const),
  ]);
}

/** How many questions and answers of colleagues wait for this reader, by case; of these cases, or of all. */
export const countNotesWaiting = async (
  on: Queries,
  staffId: string,
  caseIds?: string[],
): Promise<Map<string, number>> => {
  if (caseIds?.length === 0) return new Map();
  const rows = await on
    .select()
    .from(caseNotesWaiting)
    .where(and(eq(caseNotesWaiting.staffId, staffId), caseIds ? anyOf(caseNotesWaiting.caseId, caseIds) : undefined));
  return new Map(rows.map((row) => [row.caseId, row.waiting]));
};

/** What open second reads ask of this reader, by case; of these cases, or of all. */
export const findSecondReadTasks = async (
  on: Queries,
  staffId: string,
  caseIds?: string[],
): Promise<Map<string, SecondReadTask>> => {
  if (caseIds?.length === 0) return new Map();
  const { caseId, staffId: asked } = caseSecondReadTasks;
  const rows = await on
    .select()
    .from(caseSecondReadTasks)
    .where(and(eq(asked, staffId), caseIds ? anyOf(caseId, caseIds) : undefined));
  return new Map(rows.map((row) => [row.caseId, row.task]));
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
