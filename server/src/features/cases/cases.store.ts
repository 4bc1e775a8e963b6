import { LIMITS } from '@duai/contract';
import { and, asc, count, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { anyOf } from '../../core/any-of.ts';
import { type Page, type PageWish, placeOf, readPage, type SortKey } from '../../core/keyset.ts';
import { theOne } from '../../core/the-one.ts';
import {
  type CaseRow,
  caseAttention,
  caseCriticalOpen,
  caseImages,
  caseQuestionsUnread,
  caseSegmentations,
  cases,
  firstReports,
  type PersonDeclarationRow,
  personDeclarations,
} from './cases.tables.ts';

/** A connection or a transaction: both answer the same queries. */
export type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'execute'>;

export type ImageRow = typeof caseImages.$inferSelect;

/** Returns undefined where a case of this request already exists. */
export async function insertCase(
  on: Queries,
  row: Omit<typeof cases.$inferInsert, 'caseNumber'>,
): Promise<CaseRow | undefined> {
  const caseNumber = sql<string>`'SO-' || to_char(${row.uploadedAt.toISOString()}::timestamptz at time zone 'UTC', 'YYYY') || '-' || lpad(nextval('case_numbers')::text, 6, '0')`;
  const [inserted] = await on
    .insert(cases)
    .values({ ...row, caseNumber })
    .onConflictDoNothing({ target: [cases.patientId, cases.requestId] })
    .returning();
  return inserted;
}

export async function findCaseOfRequest(
  on: Queries,
  patientId: string,
  requestId: string,
): Promise<CaseRow | undefined> {
  const [row] = await on
    .select()
    .from(cases)
    .where(and(eq(cases.patientId, patientId), eq(cases.requestId, requestId)));
  return row;
}

export async function findCase(on: Queries, id: string): Promise<CaseRow | undefined> {
  const [row] = await on.select().from(cases).where(eq(cases.id, id));
  return row;
}

export const findNumbers = async (on: Queries, ids: readonly string[]): Promise<Map<string, string>> =>
  ids.length === 0
    ? new Map()
    : new Map(
        (
          await on
            .select({ id: cases.id, caseNumber: cases.caseNumber })
            .from(cases)
            .where(inArray(cases.id, [...ids]))
        ).map((row) => [row.id, row.caseNumber]),
      );

export async function findIdOfNumber(on: Queries, caseNumber: string): Promise<string | undefined> {
  const [row] = await on.select({ id: cases.id }).from(cases).where(eq(cases.caseNumber, caseNumber));
  return row?.id;
}

/** Earlier cases that are read at once. */
export const PRIORS_AT_ONCE = 20;
const LATEST: readonly SortKey[] = [
  { column: cases.uploadedAt, type: 'timestamptz', isDescending: true },
  { column: cases.id, type: 'uuid', isDescending: true },
];
/** Completed cases of the account that were opened before this one, the latest first. */
export const findEarlier = (on: Queries, { patientId, uploadedAt }: CaseRow, wish: PageWish): Promise<Page<CaseRow>> =>
  readPage(LATEST, wish, PRIORS_AT_ONCE, (beyond, order, { limit, offset }) =>
    on
      .select({ ...getTableColumns(cases), place: placeOf(LATEST) })
      .from(cases)
      .where(
        and(eq(cases.patientId, patientId), eq(cases.status, 'completed'), lt(cases.uploadedAt, uploadedAt), beyond),
      )
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );

/** Locks the row until the transaction ends: one state change at a time. */
export async function lockCase(on: Queries, id: string): Promise<CaseRow | undefined> {
  const [row] = await on.select().from(cases).where(eq(cases.id, id)).for('update');
  return row;
}

/** Returns the changed row. The row must exist: lock it first. */
export async function updateCase(on: Queries, id: string, change: Partial<CaseRow>): Promise<CaseRow> {
  return theOne(await on.update(cases).set(change).where(eq(cases.id, id)).returning());
}

export const findCasesOfPatient = (on: Queries, patientId: string): Promise<CaseRow[]> =>
  on.select().from(cases).where(eq(cases.patientId, patientId)).orderBy(desc(cases.uploadedAt), desc(cases.caseNumber));

/** Images of these cases, from the view that the studies feature publishes. */
export const findImages = async (on: Queries, caseIds: string[]): Promise<ImageRow[]> =>
  caseIds.length === 0
    ? []
    : on
        .select()
        .from(caseImages)
        .where(inArray(caseImages.caseId, caseIds))
        .orderBy(asc(caseImages.receivedAt), asc(caseImages.originalName));

export interface FirstReportRow {
  caseId: string;
  text: string | null;
  fileName: string | null;
  sizeBytes: number | null;
}

/** First reports without the bytes of their files. */
export const findFirstReports = async (on: Queries, caseIds: string[]): Promise<FirstReportRow[]> =>
  caseIds.length === 0
    ? []
    : on
        .select({
          caseId: firstReports.caseId,
          text: firstReports.text,
          fileName: firstReports.fileName,
          sizeBytes: sql<number | null>`octet_length(${firstReports.file})`,
        })
        .from(firstReports)
        .where(inArray(firstReports.caseId, caseIds));

export const insertPersonDeclaration = async (on: Queries, row: PersonDeclarationRow): Promise<void> => {
  await on.insert(personDeclarations).values(row);
};

export const findPersonDeclarations = async (on: Queries, caseIds: string[]): Promise<PersonDeclarationRow[]> =>
  caseIds.length === 0
    ? []
    : on
        .select()
        .from(personDeclarations)
        .where(inArray(personDeclarations.caseId, caseIds))
        .orderBy(asc(personDeclarations.declaredAt));

/** Without segmentations, which are drawings on images: some readers are not told whether there are any. */
export const countImages = async (on: Queries, caseIds: string[]): Promise<Map<string, number>> => {
  if (caseIds.length === 0) return new Map();
  const countIn = async (view: typeof caseImages | typeof caseSegmentations) => {
    const rows = await on
      .select({ caseId: view.caseId, images: count() })
      .from(view)
      .where(anyOf(view.caseId, caseIds))
      .groupBy(view.caseId);
    return new Map(rows.map((row) => [row.caseId, row.images]));
  };
  const drawn = await countIn(caseSegmentations);
  return new Map([...(await countIn(caseImages))].map(([id, images]) => [id, images - (drawn.get(id) ?? 0)]));
};

/** Unread questions and reports, by case. */
export const findAttention = async (on: Queries, caseIds: string[]) =>
  new Map(
    caseIds.length === 0
      ? []
      : (await on.select().from(caseAttention).where(anyOf(caseAttention.caseId, caseIds))).map((row) => [
          row.caseId,
          row,
        ]),
  );

/** Those of these cases that have a critical finding nobody has acknowledged. */
export const findCriticalOpen = async (on: Queries, caseIds: string[]): Promise<Set<string>> =>
  caseIds.length === 0
    ? new Set()
    : new Set(
        (await on.select().from(caseCriticalOpen).where(anyOf(caseCriticalOpen.caseId, caseIds))).map(
          ({ caseId }) => caseId,
        ),
      );

/** Cases with questions that no radiologist has read, the longest waiting first. */
export const findCasesWithQuestions = async (on: Queries): Promise<CaseRow[]> =>
  (
    await on
      .select({ cases })
      .from(cases)
      .innerJoin(caseQuestionsUnread, eq(caseQuestionsUnread.caseId, cases.id))
      .orderBy(asc(cases.uploadedAt))
      .limit(LIMITS.rowsAtOnce)
  ).map((row) => row.cases);

/** Cases that are not completed, by due time. */
export const findOpenCases = (on: Queries): Promise<CaseRow[]> =>
  on
    .select()
    .from(cases)
    .where(ne(cases.status, 'completed'))
    .orderBy(sql`${cases.dueAt} asc nulls last`, desc(cases.uploadedAt))
    .limit(LIMITS.rowsAtOnce);

/** Cases in review that are claimed. */
export const findClaimed = (on: Queries): Promise<Pick<CaseRow, 'id' | 'status' | 'claimedBy' | 'claimActiveAt'>[]> =>
  on
    .select({
      id: cases.id,
      status: cases.status,
      claimedBy: cases.claimedBy,
      claimActiveAt: cases.claimActiveAt,
    })
    .from(cases)
    .where(and(eq(cases.status, 'processing'), isNotNull(cases.claimedBy)));

/** Stores when the holder of a claim last worked on the case; changes nothing where somebody else holds it. */
export const noteWork = async (on: Queries, id: string, staffId: string, claimActiveAt: Date): Promise<void> => {
  await on
    .update(cases)
    .set({ claimActiveAt })
    .where(and(eq(cases.id, id), eq(cases.claimedBy, staffId)));
};

/** Completed cases, the newest first. */
export const findCompletedCases = (on: Queries, limit: number): Promise<CaseRow[]> =>
  on
    .select()
    .from(cases)
    .where(eq(cases.status, 'completed'))
    .orderBy(desc(cases.completedAt), desc(cases.uploadedAt))
    .limit(limit);

/** Cases in review that are due before a time, the earliest first. */
export const findInReview = (on: Queries, { dueBefore }: { dueBefore: Date }): Promise<CaseRow[]> =>
  on
    .select()
    .from(cases)
    .where(and(eq(cases.status, 'processing'), lt(cases.dueAt, dueBefore)))
    .orderBy(asc(cases.dueAt));

/** Patient, reader and due time of each case in review, for the counts of the console. */
export const findReviews = (on: Queries) =>
  on
    .select({ patientId: cases.patientId, status: cases.status, claimedBy: cases.claimedBy, dueAt: cases.dueAt })
    .from(cases)
    .where(eq(cases.status, 'processing'));

/** Notifies the patient's and the console's open pages, in every process, that a case changed. Sent at commit. */
export const notifyChange = (on: Queries, patientId: string, caseId: string) =>
  on.execute(sql`select pg_notify('case_changed', ${JSON.stringify({ patientId, caseId })})`);

/** Notifies only the console's open pages, for changes that the patient does not see. */
export const notifyConsole = (on: Queries, caseId: string) =>
  on.execute(sql`select pg_notify('case_changed', ${JSON.stringify({ patientId: null, caseId })})`);

/** Creates or changes the first report of a case; fields not given stay. */
export async function saveFirstReport(
  on: Queries,
  caseId: string,
  change: { text?: string; fileName?: string; file?: Buffer },
  receivedAt: Date,
): Promise<void> {
  await on
    .insert(firstReports)
    .values({ caseId, receivedAt, ...change })
    .onConflictDoUpdate({ target: firstReports.caseId, set: { receivedAt, ...change } });
}

export async function findFirstReportFile(
  on: Queries,
  caseId: string,
): Promise<{ name: string; bytes: Buffer } | null> {
  const [row] = await on.select().from(firstReports).where(eq(firstReports.caseId, caseId));
  return row?.file && row.fileName ? { name: row.fileName, bytes: row.file } : null;
}

/** Removes the file; a text stays. */
export async function removeFirstReportFile(on: Pick<NodePgDatabase, 'delete' | 'update'>, caseId: string) {
  await on
    .update(firstReports)
    .set({ file: null, fileName: null })
    .where(and(eq(firstReports.caseId, caseId), isNotNull(firstReports.text)));
  await on.delete(firstReports).where(and(eq(firstReports.caseId, caseId), isNull(firstReports.text)));
}
