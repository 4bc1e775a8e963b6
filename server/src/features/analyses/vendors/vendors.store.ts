import { and, asc, eq, inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import {
  type VendorRequestRow,
  vendorAnswers,
  vendorPictures,
  vendorRequests,
  vendorSending,
} from './vendors.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete'>;

export async function isDeidentifiedFor(on: Pick<Queries, 'select'>, institutionId: string): Promise<boolean> {
  const [row] = await on.select().from(vendorSending).where(eq(vendorSending.institutionId, institutionId));
  return row?.isDeidentified ?? true;
}

export async function setDeidentified(on: Queries, row: typeof vendorSending.$inferInsert): Promise<void> {
  const { isDeidentified, updatedAt } = row;
  await on
    .insert(vendorSending)
    .values(row)
    .onConflictDoUpdate({ target: vendorSending.institutionId, set: { isDeidentified, updatedAt } });
}

/** A repeated run keeps its existing request. */
export async function openRequest(on: Queries, row: typeof vendorRequests.$inferInsert): Promise<VendorRequestRow> {
  await on.insert(vendorRequests).values(row).onConflictDoNothing();
  const request = await findRequest(on, row.analysisId);
  if (!request) throw new Error('a request that was just written is not there');
  return request;
}

export async function findRequest(
  on: Pick<Queries, 'select'>,
  analysisId: string,
): Promise<VendorRequestRow | undefined> {
  const [row] = await on.select().from(vendorRequests).where(eq(vendorRequests.analysisId, analysisId));
  return row;
}

export async function noteSent(on: Queries, analysisId: string, at: Date): Promise<void> {
  await on.update(vendorRequests).set({ sentAt: at }).where(eq(vendorRequests.analysisId, analysisId));
}

/** Requests for one study, by the UID that the vendor got. */
export const findRequestsOf = (
  on: Pick<Queries, 'select'>,
  {
    institutionId,
    algorithmId,
    studyInstanceUid,
  }: Pick<VendorRequestRow, 'institutionId' | 'algorithmId' | 'studyInstanceUid'>,
): Promise<VendorRequestRow[]> =>
  on
    .select()
    .from(vendorRequests)
    .where(
      and(
        eq(vendorRequests.institutionId, institutionId),
        eq(vendorRequests.studyInstanceUid, studyInstanceUid),
        eq(vendorRequests.algorithmId, algorithmId),
      ),
    );

/** An object that is sent again is ignored. */
export async function insertAnswer(on: Queries, row: typeof vendorAnswers.$inferInsert): Promise<void> {
  await on.insert(vendorAnswers).values(row).onConflictDoNothing();
}

export const findAnswers = (on: Pick<Queries, 'select'>, analysisId: string) =>
  on
    .select()
    .from(vendorAnswers)
    .where(eq(vendorAnswers.analysisId, analysisId))
    .orderBy(asc(vendorAnswers.receivedAt), asc(vendorAnswers.sopInstanceUid));

export async function insertPictures(on: Queries, rows: (typeof vendorPictures.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await on.insert(vendorPictures).values(rows);
}

/** Of a run that ended without a result. */
export async function removePictures(on: Queries, analysisId: string): Promise<void> {
  await on.delete(vendorPictures).where(eq(vendorPictures.analysisId, analysisId));
}

/** In the order in which they came. */
export const findPictures = async (on: Pick<Queries, 'select'>, analysisIds: readonly string[]) =>
  analysisIds.length === 0
    ? []
    : on
        .select({
          id: vendorPictures.id,
          analysisId: vendorPictures.analysisId,
          receivedAt: vendorAnswers.receivedAt,
          sha256: vendorAnswers.sha256,
        })
        .from(vendorPictures)
        .innerJoin(
          vendorAnswers,
          and(
            eq(vendorAnswers.analysisId, vendorPictures.analysisId),
            eq(vendorAnswers.sopInstanceUid, vendorPictures.sopInstanceUid),
          ),
        )
        .where(inArray(vendorPictures.analysisId, [...analysisIds]))
        .orderBy(asc(vendorAnswers.receivedAt), asc(vendorPictures.sopInstanceUid), asc(vendorPictures.frame));

export async function findPicture(on: Pick<Queries, 'select'>, id: string): Promise<Buffer | undefined> {
  const [row] = await on.select({ png: vendorPictures.png }).from(vendorPictures).where(eq(vendorPictures.id, id));
  return row?.png;
}
