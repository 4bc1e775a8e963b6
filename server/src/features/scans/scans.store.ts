import { LIMITS, pacs } from '@duai/contract';
import { type AnyColumn, and, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { AppError, notFound } from '../../core/app-error.ts';
import { type PageWish, placeOf, readPage, type SortKey } from '../../core/keyset.ts';
import { theOne } from '../../core/the-one.ts';
import { type ScanRow, scans } from './scans.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'execute'>;
type Changes = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;

export async function findScan(on: Queries, scanId: string): Promise<ScanRow | undefined> {
  const [row] = await on.select().from(scans).where(eq(scans.id, scanId));
  return row;
}

/** The scan of a study within an institution. */
export async function findScanOfStudy(
  on: Queries,
  institutionId: string,
  studyKey: string,
): Promise<ScanRow | undefined> {
  const [row] = await on
    .select()
    .from(scans)
    .where(and(eq(scans.institutionId, institutionId), eq(scans.studyKey, studyKey)))
    .prepare('scan_of_study')
    .execute();
  return row;
}

export async function lockScan(on: Queries, scanId: string): Promise<ScanRow | undefined> {
  const [row] = await on.select().from(scans).where(eq(scans.id, scanId)).for('update');
  return row;
}

export async function insertScan(on: Changes, row: typeof scans.$inferInsert): Promise<ScanRow> {
  return theOne(await on.insert(scans).values(row).returning());
}

/** The scan must be locked by the transaction. */
export async function updateScan(on: Changes, scanId: string, change: Partial<ScanRow>): Promise<ScanRow> {
  return theOne(await on.update(scans).set(change).where(eq(scans.id, scanId)).returning());
}

/** What was ordered, where the headers say nothing of it. */
export async function fillStudyDescription(on: Changes, scanId: string, description: string): Promise<void> {
  await on
    .update(scans)
    .set({ studyDescription: description })
    .where(and(eq(scans.id, scanId), isNull(scans.studyDescription)));
}

/** As the headers say it. */
export async function setStudyDescription(on: Changes, scanId: string): Promise<void> {
  await on.execute(sql`
    update scans set study_description = (
      select description from studies where scan_id = ${scanId} order by created_at, id limit 1)
    where id = ${scanId}`);
}

export async function deleteScan(on: Changes, scanId: string): Promise<void> {
  await on.delete(scans).where(eq(scans.id, scanId));
}

/** All scans of an institution, including samples. */
export const findScansOf = (on: Queries, institutionId: string): Promise<ScanRow[]> =>
  on.select().from(scans).where(eq(scans.institutionId, institutionId));

export async function deleteScansOf(on: Changes, institutionId: string): Promise<void> {
  await on.delete(scans).where(eq(scans.institutionId, institutionId));
}

/** Call in the transaction of the change; every process is notified at commit. */
export const notifyScanChange = (on: Changes, change: ScanChange) =>
  on.execute(sql`select pg_notify(${SCAN_CHANGED}, ${JSON.stringify(change)})`);
export const SCAN_CHANGED = 'scan_changed';
export interface ScanChange {
  institutionId: string;
  scanId: string;
}

/** Also for a scan of another institution, so that its existence is not revealed. @throws AppError NOT_FOUND */
export async function findOwnScan(on: Queries, institutionId: string, scanId: string): Promise<ScanRow> {
  const [row] = await on
    .select()
    .from(scans)
    .where(and(eq(scans.id, scanId), eq(scans.institutionId, institutionId)));
  if (!row) throw notFound('scan');
  return row;
}

/**
 * The scan, for a DICOM object that refers to its study. @throws AppError NOT_FOUND, or STUDY_WITHOUT_UID where its files name no
 * study: Study Instance UID is of type 1 (PS3.3 C.7.2.1)
 */
export async function findReferableScan(on: Queries, institutionId: string, scanId: string): Promise<ScanRow> {
  const row = await findOwnScan(on, institutionId, scanId);
  if (!row.studyInstanceUid) throw new AppError('STUDY_WITHOUT_UID');
  return row;
}

const SOONEST: readonly SortKey[] = [
  { column: scans.quietAt, type: 'timestamptz', isDescending: false },
  { column: scans.id, type: 'uuid', isDescending: false },
];

/** One page of the studies that a PACS is still sending; those whose quiet period ends first come first. */
export const findWaitingScans = (on: Queries, institutionId: string | undefined, wish: PageWish) =>
  readPage(SOONEST, wish, pacs.PACS_ROWS_PER_PAGE, (beyond, order, { limit, offset }) =>
    on
      .select({
        scanId: scans.id,
        institutionId: scans.institutionId,
        quietAt: scans.quietAt,
        images: sql<number>`(
          select count(*)::int from studies join instances on instances.study_id = studies.id
          where studies.scan_id = scans.id and not instances.is_presentation
        )`,
        place: placeOf(SOONEST),
      })
      .from(scans)
      .where(
        and(
          isNotNull(scans.quietAt),
          institutionId === undefined ? undefined : eq(scans.institutionId, institutionId),
          beyond,
        ),
      )
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );

/** The newest first, including samples. */
export const findLatestScans = (on: Queries, institutionId: string, limit: number): Promise<ScanRow[]> =>
  on.select().from(scans).where(eq(scans.institutionId, institutionId)).orderBy(desc(scans.createdAt)).limit(limit);

const OLDEST: readonly SortKey[] = [
  { column: scans.createdAt, type: 'timestamptz', isDescending: false },
  { column: scans.id, type: 'uuid', isDescending: false },
];

/** One page of the real scans of an institution, without sample scans, oldest first. */
export async function pageOfRealScans(
  on: Pick<Queries, 'select' | 'execute'>,
  institutionId: string,
  wish: PageWish,
  perPage: number,
) {
  const isReal = and(eq(scans.institutionId, institutionId), ne(scans.billing, 'sample'));
  const found = await readPage(OLDEST, wish, perPage, (beyond, order, { limit, offset }) =>
    on
      .select({ scan: scans, place: placeOf(OLDEST) })
      .from(scans)
      .where(and(isReal, beyond))
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );
  return { ...found, rows: found.rows.map(({ scan }) => scan), total: await countScans(on, isReal) };
}

/** Counts up to one more than `LIMITS.countedAtMost`, because a full count would take longer with every study. */
export async function countScans(on: Pick<Queries, 'execute'>, where: SQL | undefined): Promise<number> {
  const { rows } = await on.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from ${scans} where ${where} limit ${LIMITS.countedAtMost + 1}) counted`,
  );
  return theOne(rows).count;
}

/** How many of these scan ids or Study Instance UIDs do not belong to the institution. */
export async function countUnknownStudies(on: Queries, institutionId: string, names: string[]): Promise<number> {
  const { rows } = await on.execute<{ studies: number }>(sql`
    select count(*)::int as studies from unnest(${sql.param(names)}::text[]) named (study)
    where not exists (
      select 1 from scans where institution_id = ${institutionId} and study_instance_uid = named.study
    ) and not exists (
      select 1 from scans where institution_id = ${institutionId}
        and id = case when named.study ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then named.study::uuid end)`);
  return theOne(rows).studies;
}

/** A condition for rows of another table: they belong to the newest submission of their scan. */
export const isNewestSubmission = (scanId: AnyColumn, submission: AnyColumn): SQL =>
  sql`exists (select 1 from ${scans} where ${scans.id} = ${scanId} and ${scans.submission} = ${submission})`;
