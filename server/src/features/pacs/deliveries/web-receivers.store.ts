import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { lockByName } from '../../../core/lock-by-name.ts';
import { theOne } from '../../../core/the-one.ts';
import { pacsWebReceivers, type WebReceiverRow } from '../pacs.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | '$count' | 'execute'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;

/** Of an institution, or of all. */
export const findWebReceivers = (on: Pick<Queries, 'select'>, institutionId?: string): Promise<WebReceiverRow[]> =>
  on
    .select()
    .from(pacsWebReceivers)
    .where(institutionId === undefined ? undefined : eq(pacsWebReceivers.institutionId, institutionId))
    .orderBy(pacsWebReceivers.createdAt, pacsWebReceivers.id);

/** One after the other, so that two at once do not both see the last free place. */
export async function lockedCount(on: Queries, institutionId: string): Promise<number> {
  await lockByName(on, `web receivers ${institutionId}`);
  return on.$count(pacsWebReceivers, eq(pacsWebReceivers.institutionId, institutionId));
}

export async function insertWebReceiver(
  on: Changes,
  row: typeof pacsWebReceivers.$inferInsert,
): Promise<WebReceiverRow> {
  return theOne(await on.insert(pacsWebReceivers).values(row).returning());
}

export async function updateWebReceiver(
  on: Changes,
  id: string,
  change: Pick<WebReceiverRow, 'mayBePrivate'>,
): Promise<WebReceiverRow | undefined> {
  const [row] = await on.update(pacsWebReceivers).set(change).where(eq(pacsWebReceivers.id, id)).returning();
  return row;
}

/** False where the institution has no such receiver. */
export async function deleteWebReceiver(on: Changes, institutionId: string, id: string): Promise<boolean> {
  const removed = await on
    .delete(pacsWebReceivers)
    .where(and(eq(pacsWebReceivers.id, id), eq(pacsWebReceivers.institutionId, institutionId)))
    .returning({ id: pacsWebReceivers.id });
  return removed.length > 0;
}

/** All of an institution. */
export async function deleteWebReceivers(on: Changes, institutionId: string): Promise<void> {
  await on.delete(pacsWebReceivers).where(eq(pacsWebReceivers.institutionId, institutionId));
}
