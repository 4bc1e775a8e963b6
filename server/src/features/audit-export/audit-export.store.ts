import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { lockByName } from '../../core/lock-by-name.ts';
import { theOne } from '../../core/the-one.ts';
import { type AuditReceiverRow, auditReceivers } from './audit-export.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | '$count' | 'execute'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;

/** Of an institution, or all. */
export const findReceivers = (on: Pick<Queries, 'select'>, institutionId?: string): Promise<AuditReceiverRow[]> =>
  on
    .select()
    .from(auditReceivers)
    .where(institutionId === undefined ? undefined : eq(auditReceivers.institutionId, institutionId))
    .orderBy(auditReceivers.createdAt, auditReceivers.id);

/** Receivers that it is time for, and that no process has in hand. */
export const findDue = (on: Pick<Queries, 'select'>, now: Date): Promise<{ id: string }[]> =>
  on
    .select({ id: auditReceivers.id })
    .from(auditReceivers)
    .where(and(lte(auditReceivers.nextTryAt, now), isFree(now)));
const isFree = (now: Date) => or(isNull(auditReceivers.takenUntil), lte(auditReceivers.takenUntil, now));

/** Takes one in hand. @returns undefined where it is gone, not due, or in hand elsewhere */
export async function take(
  on: Changes,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<AuditReceiverRow | undefined> {
  const [row] = await on
    .update(auditReceivers)
    .set({ takenUntil: until })
    .where(and(eq(auditReceivers.id, id), lte(auditReceivers.nextTryAt, now), isFree(now)))
    .returning();
  return row;
}

/** One after the other, so that two at once do not both see the last free place. */
export async function lockedCount(on: Queries, institutionId: string | null): Promise<number> {
  await lockByName(on, `audit receivers ${institutionId}`);
  const isOf =
    institutionId === null ? isNull(auditReceivers.institutionId) : eq(auditReceivers.institutionId, institutionId);
  return on.$count(auditReceivers, isOf);
}

export async function insertReceiver(
  on: Changes,
  row: Omit<typeof auditReceivers.$inferInsert, 'lastSequence'>,
): Promise<AuditReceiverRow> {
  // From now on: what happened before is in the files that an operator can export.
  const lastSequence = sql`(select coalesce(max(sequence), 0) from audit_events)`;
  return theOne(
    await on
      .insert(auditReceivers)
      .values({ ...row, lastSequence })
      .returning(),
  );
}

export async function updateReceiver(
  on: Changes,
  id: string,
  change: Partial<AuditReceiverRow>,
): Promise<AuditReceiverRow | undefined> {
  const [row] = await on.update(auditReceivers).set(change).where(eq(auditReceivers.id, id)).returning();
  return row;
}

/** Of an institution; undefined: whosever it is. False where there is no such receiver. */
export async function deleteReceiver(on: Changes, id: string, institutionId?: string): Promise<boolean> {
  const isIt = eq(auditReceivers.id, id);
  const removed = await on
    .delete(auditReceivers)
    .where(institutionId === undefined ? isIt : and(isIt, eq(auditReceivers.institutionId, institutionId)))
    .returning({ id: auditReceivers.id });
  return removed.length > 0;
}

/** The next rows of the trail for a receiver, in their order; all that came before the last of them was seen. */
export async function findNext(
  on: Pick<Queries, 'execute'>,
  { lastSequence, institutionId }: Pick<AuditReceiverRow, 'lastSequence' | 'institutionId'>,
  limit: number,
): Promise<number[]> {
  const { rows } = await on.execute<{ sequence: string }>(
    institutionId === null
      ? sql`select sequence from audit_events where sequence > ${lastSequence} order by sequence limit ${limit}`
      : sql`select sequence from audit_of_institutions
          where sequence > ${lastSequence} and institution_id = ${institutionId} order by sequence limit ${limit}`,
  );
  return rows.map(({ sequence }) => Number(sequence));
}
