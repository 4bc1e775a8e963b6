import { and, asc, count, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { theOne } from '../../core/the-one.ts';
import { type ErasureRow, erasureFiles, erasures, exportTickets } from './rights.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute'>;

export const findOpenErasure = async (on: Queries, patientId: string): Promise<ErasureRow | undefined> =>
  (
    await on
      .select()
      .from(erasures)
      .where(and(eq(erasures.patientId, patientId), inArray(erasures.state, ['waiting', 'running'])))
  )[0];

/** Returns false where a request is already waiting. */
export const insertErasure = async (on: Queries, row: typeof erasures.$inferInsert): Promise<boolean> =>
  (await on.insert(erasures).values(row).onConflictDoNothing().returning({ id: erasures.id })).length > 0;

export const lockErasure = async (on: Queries, id: string): Promise<ErasureRow | undefined> =>
  (await on.select().from(erasures).where(eq(erasures.id, id)).for('update'))[0];

export const cancelWaiting = async (on: Queries, patientId: string): Promise<ErasureRow | undefined> =>
  (
    await on
      .update(erasures)
      .set({ state: 'cancelled' })
      .where(and(eq(erasures.patientId, patientId), eq(erasures.state, 'waiting')))
      .returning()
  )[0];

export const updateErasure = async (on: Queries, id: string, change: Partial<ErasureRow>): Promise<void> => {
  await on.update(erasures).set(change).where(eq(erasures.id, id));
};

/**
 * Marks the erasure as running. Only in this transaction does the database allow frozen rows to be deleted (migration
 * 0051).
 */
export async function beginErasure(on: Queries, id: string): Promise<void> {
  await updateErasure(on, id, { state: 'running' });
  await on.execute(sql`select set_config('duai.erasure', ${id}, true)`);
}

export const findDueErasures = async (on: Queries, now: Date): Promise<string[]> =>
  (
    await on
      .select({ id: erasures.id })
      .from(erasures)
      .where(and(eq(erasures.state, 'waiting'), lte(erasures.dueAt, now)))
      .orderBy(asc(erasures.dueAt))
  ).map((row) => row.id);

export const findErasureByToken = async (on: Queries, tokenHash: Buffer): Promise<ErasureRow | undefined> =>
  (await on.select().from(erasures).where(eq(erasures.tokenHash, tokenHash)))[0];

export const deleteCancelled = async (on: Queries, patientId: string): Promise<void> => {
  await on.delete(erasures).where(and(eq(erasures.patientId, patientId), eq(erasures.state, 'cancelled')));
};

export const insertFiles = async (on: Queries, erasureId: string, hashes: string[]): Promise<void> => {
  // PostgreSQL accepts 65,535 parameters in one statement.
  for (let from = 0; from < hashes.length; from += 5000) {
    const rows = hashes.slice(from, from + 5000).map((sha256) => ({ erasureId, sha256 }));
    await on.insert(erasureFiles).values(rows).onConflictDoNothing();
  }
};

export const findOpenFiles = async (on: Queries, erasureId: string): Promise<string[]> =>
  (
    await on
      .select({ sha256: erasureFiles.sha256 })
      .from(erasureFiles)
      .where(and(eq(erasureFiles.erasureId, erasureId), isNull(erasureFiles.outcome)))
  ).map((row) => row.sha256);

/** Stores what happened to files: removed, or kept because something else refers to them. */
export const settleFiles = async (
  on: Queries,
  erasureId: string,
  hashes: string[],
  outcome: 'removed' | 'kept',
): Promise<void> => {
  await on
    .update(erasureFiles)
    .set({ outcome })
    .where(and(eq(erasureFiles.erasureId, erasureId), sql`${erasureFiles.sha256} = any(${sql.param(hashes)}::text[])`));
};

export const countFiles = async (on: Queries, erasureId: string, outcome: 'removed' | 'kept'): Promise<number> =>
  theOne(
    await on
      .select({ files: count() })
      .from(erasureFiles)
      .where(and(eq(erasureFiles.erasureId, erasureId), eq(erasureFiles.outcome, outcome))),
  ).files;

export const deleteFiles = async (on: Queries, erasureId: string): Promise<void> => {
  await on.delete(erasureFiles).where(eq(erasureFiles.erasureId, erasureId));
};

export const insertTicket = async (on: Queries, row: typeof exportTickets.$inferInsert): Promise<void> => {
  await on.delete(exportTickets).where(eq(exportTickets.patientId, row.patientId));
  await on.insert(exportTickets).values(row);
};

/** Deletes the ticket and returns it; undefined for an unknown, used or expired one. */
export const takeTicket = async (on: Queries, tokenHash: Buffer, now: Date) =>
  (
    await on
      .delete(exportTickets)
      .where(and(eq(exportTickets.tokenHash, tokenHash), gt(exportTickets.expiresAt, now)))
      .returning()
  )[0];

/** When the last row was deleted whose data are still in the database files, with microseconds; null where there is none. */
export const findErasing = async (on: Queries): Promise<string | null> =>
  theOne((await on.execute<{ at: string | null }>(sql`select max(at)::text as at from erased_since`)).rows).at;

export const deleteErasing = async (on: Queries, until: string): Promise<void> => {
  await on.execute(sql`delete from erased_since where at <= ${until}::timestamptz`);
};
