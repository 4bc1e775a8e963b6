import { and, asc, count, eq, lt, sql } from 'drizzle-orm';
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

/** Bytes of all unfinished uploads of the patient to whom this case belongs. */
export async function countBytesOnTheWay(on: Pick<NodePgDatabase, 'execute'>, caseId: string): Promise<number> {
  const { rows } = await on.execute<{ bytes: number }>(sql`
    select coalesce(sum(u.size_bytes), 0)::float8 as bytes from study_turns own
    join study_turns t on t.account_id = own.account_id and t.case_id is not null
    join ${uploads} u on u.case_id = t.case_id
    where own.case_id = ${caseId}`);
  return theOne(rows).bytes;
}

/** Whether the patient to whom this case belongs has an unfinished upload with this hash. */
export async function isOnTheWay(
  on: Pick<NodePgDatabase, 'execute'>,
  caseId: string,
  sha256: string,
): Promise<boolean> {
  const { rows } = await on.execute(sql`
    select 1 from study_turns own
    join study_turns t on t.account_id = own.account_id and t.case_id is not null
    join ${uploads} u on u.case_id = t.case_id
    where own.case_id = ${caseId} and u.sha256 = ${sha256} limit 1`);
  return rows.length > 0;
}

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
