import { and, asc, count, eq, lt } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { theOne } from '../../core/the-one.ts';
import { deidentificationKeys, type UploadRow, uploads } from './uploads.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'delete'>;

export const insertUpload = async (on: Queries, row: UploadRow): Promise<void> => {
  await on.insert(uploads).values(row);
};

export const findUpload = async (on: Queries, caseId: string, id: string): Promise<UploadRow | undefined> =>
  (
    await on
      .select()
      .from(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.caseId, caseId)))
  )[0];

export const findUploadsOfCase = (on: Queries, caseId: string): Promise<UploadRow[]> =>
  on.select().from(uploads).where(eq(uploads.caseId, caseId)).orderBy(asc(uploads.createdAt), asc(uploads.name));

export const countUploadsOfCase = async (on: Queries, caseId: string): Promise<number> =>
  theOne(await on.select({ uploads: count() }).from(uploads).where(eq(uploads.caseId, caseId))).uploads;

export const findUploadsBefore = (on: Queries, time: Date): Promise<UploadRow[]> =>
  on.select().from(uploads).where(lt(uploads.createdAt, time));

export const deleteUpload = async (on: Queries, id: string): Promise<void> => {
  await on.delete(uploads).where(eq(uploads.id, id));
};

/** The key of a case; created at the first call, also where two calls come at once. */
export async function findOrInsertKey(on: Queries, caseId: string, fresh: Buffer): Promise<Buffer> {
  await on.insert(deidentificationKeys).values({ caseId, key: fresh }).onConflictDoNothing();
  return theOne(await on.select().from(deidentificationKeys).where(eq(deidentificationKeys.caseId, caseId))).key;
}
