import type { DicomHeader } from '@duai/imaging';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Turn } from '../../adapters/queue/port.ts';
import { newId } from '../../core/ids.ts';
import { theOne } from '../../core/the-one.ts';
import { isoDate } from './dicom-date.ts';
import { instances, type SeriesRow, type StudyRow, series, studies } from './studies.tables.ts';

export type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'execute'>;

/** A study belongs to exactly one case or one scan of an institution. */
export type Owner = { caseId: string } | { scanId: string };

export const ofOwner = (owner: Owner): SQL =>
  'caseId' in owner ? eq(studies.caseId, owner.caseId) : eq(studies.scanId, owner.scanId);

const ownerColumns = (owner: Owner) => ({
  caseId: 'caseId' in owner ? owner.caseId : null,
  scanId: 'scanId' in owner ? owner.scanId : null,
});

const ofStudy = (owner: Owner, studyInstanceUid: string | null) =>
  and(ofOwner(owner), sql`coalesce(${studies.studyInstanceUid}, '') = ${studyInstanceUid ?? ''}`);

/** Of all images but the first ones of a series: one look for what `ensureStudy` and `ensureSeries` find in two. */
export async function findSeries(
  on: Queries,
  owner: Owner,
  studyInstanceUid: string | null,
  seriesKey: string,
): Promise<{ series: SeriesRow; hasCorrection: boolean } | undefined> {
  const [found] = await on
    .select({
      series,
      hasCorrection: sql<boolean>`exists (select from patient_corrections c where c.scan_id = ${studies.scanId})`,
    })
    .from(studies)
    .innerJoin(series, and(eq(series.studyId, studies.id), eq(series.seriesKey, seriesKey)))
    .where(ofStudy(owner, studyInstanceUid))
    .prepare(`series_of_${'scanId' in owner ? 'scan' : 'case'}`)
    .execute();
  return found;
}

/** The newest day of the examinations of each case; left out where one of them has no date. */
export async function findNewestDays(on: Queries, caseIds: string[]): Promise<Map<string, string>> {
  if (caseIds.length === 0) return new Map();
  const found = await on
    .select({ caseId: sql<string>`${studies.caseId}`, day: sql<string>`max(${studies.studyDate})::text` })
    .from(studies)
    .where(inArray(studies.caseId, caseIds))
    .groupBy(studies.caseId)
    .having(sql`count(*) = count(${studies.studyDate})`);
  return new Map(found.map(({ caseId, day }) => [caseId, day]));
}

/** Finds the owner's study with this Study Instance UID, or creates it. */
export async function ensureStudy(on: Queries, owner: Owner, header: DicomHeader | null): Promise<StudyRow> {
  const studyInstanceUid = header?.studyInstanceUid ?? null;
  const [found] = await on.select().from(studies).where(ofStudy(owner, studyInstanceUid));
  if (found) return found;
  const rows = await on
    .insert(studies)
    .values({
      id: newId(),
      ...ownerColumns(owner),
      studyInstanceUid,
      studyDate: isoDate(header?.studyDate),
      description: header?.studyDescription ?? null,
    })
    .returning();
  return theOne(rows);
}

/** Finds the study's series with this key (Series Instance UID, or the hash of a picture), or creates it. */
export async function ensureSeries(
  on: Queries,
  studyId: string,
  seriesKey: string,
  header: DicomHeader | null,
): Promise<SeriesRow> {
  const [found] = await on
    .select()
    .from(series)
    .where(and(eq(series.studyId, studyId), eq(series.seriesKey, seriesKey)));
  if (found) return found;
  const rows = await on
    .insert(series)
    .values({
      id: newId(),
      studyId,
      seriesKey,
      seriesInstanceUid: header?.seriesInstanceUid ?? null,
      modality: header?.modality ?? null,
      description: header?.seriesDescription ?? null,
      bodyPart: header?.bodyPartExamined ?? null,
      convolutionKernel: header?.convolutionKernel ?? null,
      sliceThicknessMm: header?.sliceThicknessMm ?? null,
      seriesNumber: header?.seriesNumber ?? null,
    })
    .returning();
  return theOne(rows);
}

/** The account for whom work on the owner's images runs; undefined where the owner is gone. */
export async function findTurn(on: Queries, owner: Owner): Promise<Turn | undefined> {
  const own = 'caseId' in owner ? sql`case_id = ${owner.caseId}` : sql`scan_id = ${owner.scanId}`;
  const { rows } = await on.execute<{ accountId: string; rank: Turn['rank'] }>(
    sql`select account_id::text as "accountId", rank from study_turns where ${own}`,
  );
  return rows[0] && { accountId: rows[0].accountId, rank: rows[0].rank };
}

/** The owner of a study. */
export async function findOwner(on: Queries, studyId: string): Promise<Owner | undefined> {
  const [row] = await on
    .select({ caseId: studies.caseId, scanId: studies.scanId })
    .from(studies)
    .where(eq(studies.id, studyId));
  if (row?.caseId) return { caseId: row.caseId };
  return row?.scanId ? { scanId: row.scanId } : undefined;
}

export const findStudyIds = async (on: Queries, owner: Owner): Promise<string[]> =>
  (await on.select({ id: studies.id }).from(studies).where(ofOwner(owner))).map(({ id }) => id);

/** The scan of each study of these scans, by study id. */
export async function findScansByStudy(on: Pick<Queries, 'select'>, scanIds: string[]): Promise<Map<string, string>> {
  const rows = await on
    .select({ id: studies.id, scanId: studies.scanId })
    .from(studies)
    .where(sql`${studies.scanId} = any(${sql.param(scanIds)}::uuid[])`);
  return new Map(rows.flatMap(({ id, scanId }) => (scanId === null ? [] : [[id, scanId] as const])));
}

/** Deletes every row of the owner's studies; returns the hashes of their files. */
export async function removeTree(on: Queries & Pick<NodePgDatabase, 'delete'>, owner: Owner): Promise<string[]> {
  const ids = (await on.select({ id: studies.id }).from(studies).where(ofOwner(owner))).map((row) => row.id);
  if (ids.length === 0) return [];
  const removed = await on
    .delete(instances)
    .where(inArray(instances.studyId, ids))
    .returning({ sha256: instances.sha256, previewSha256: instances.previewSha256 });
  await on.delete(series).where(inArray(series.studyId, ids));
  await on.delete(studies).where(inArray(studies.id, ids));
  return [...new Set(removed.flatMap((row) => (row.previewSha256 ? [row.sha256, row.previewSha256] : [row.sha256])))];
}

/** Those of these hashes that nothing refers to any more; three index look-ups for each. */
export async function findUnreferenced(on: Queries, hashes: string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const result = await on.execute<{ sha256: string }>(
    sql`select wanted.sha256 from unnest(${sql.param(hashes)}::text[]) wanted (sha256)
      left join lateral (select 1 as one from file_references r where r.sha256 = wanted.sha256 limit 1) reference on true
      where reference.one is null`,
  );
  return result.rows.map((row) => row.sha256);
}
