import { type AnyColumn, and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { notFound } from '../../core/app-error.ts';
import { type ScanRow, scans } from './scans.tables.ts';

type Queries = Pick<NodePgDatabase, 'select'>;

export async function findScan(on: Queries, scanId: string): Promise<ScanRow | undefined> {
  const [row] = await on.select().from(scans).where(eq(scans.id, scanId));
  return row;
}

/** "Not yours" looks like "not there". @throws AppError NOT_FOUND */
export async function findOwnScan(on: Queries, institutionId: string, scanId: string): Promise<ScanRow> {
  const [row] = await on
    .select()
    .from(scans)
    .where(and(eq(scans.id, scanId), eq(scans.institutionId, institutionId)));
  if (!row) throw notFound('scan');
  return row;
}

/** Real scans of an institution, oldest first; the sample scans are nobody's. */
export const findRealScans = (on: Queries, institutionId: string): Promise<ScanRow[]> =>
  on
    .select()
    .from(scans)
    .where(and(eq(scans.institutionId, institutionId), ne(scans.billing, 'sample')))
    .orderBy(asc(scans.createdAt), asc(scans.id));

/** The newest first, samples too. */
export const findLatestScans = (on: Queries, institutionId: string, limit: number): Promise<ScanRow[]> =>
  on.select().from(scans).where(eq(scans.institutionId, institutionId)).orderBy(desc(scans.createdAt)).limit(limit);

/** What an institution's list can call its studies by: the id of the scan, or the Study Instance UID. */
export async function findStudyNames(on: Queries, institutionId: string): Promise<Set<string>> {
  const known = await on
    .select({ id: scans.id, uid: scans.studyInstanceUid })
    .from(scans)
    .where(eq(scans.institutionId, institutionId));
  return new Set(known.flatMap(({ id, uid }) => (uid ? [id, uid] : [id])));
}

/** A condition on another table's rows: they are about the newest submission of their scan. */
export const isNewestSubmission = (scanId: AnyColumn, submission: AnyColumn): SQL =>
  sql`exists (select 1 from ${scans} where ${scans.id} = ${scanId} and ${scans.submission} = ${submission})`;
