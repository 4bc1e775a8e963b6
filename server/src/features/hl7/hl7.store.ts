import { hl7 as contract } from '@duai/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type PageWish, placeOf, readPage, type SortKey } from '../../core/keyset.ts';
import { lockByName } from '../../core/lock-by-name.ts';
import { theOne } from '../../core/the-one.ts';
import { hl7Messages, hl7Receivers, type MessageRow, type ReceiverRow } from './hl7.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | '$count' | 'execute'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;

/** The receivers of one institution, or of all. */
export const findReceivers = (on: Queries, institutionId?: string): Promise<ReceiverRow[]> =>
  on
    .select()
    .from(hl7Receivers)
    .where(institutionId === undefined ? undefined : eq(hl7Receivers.institutionId, institutionId))
    .orderBy(hl7Receivers.createdAt, hl7Receivers.id);

/** Counts under a lock, so that two calls at once cannot both take the last free place. */
export async function lockedCount(on: Queries, institutionId: string): Promise<number> {
  await lockByName(on, `hl7 ${institutionId}`);
  return on.$count(hl7Receivers, eq(hl7Receivers.institutionId, institutionId));
}

export async function insertReceiver(on: Changes, row: typeof hl7Receivers.$inferInsert): Promise<ReceiverRow> {
  return theOne(await on.insert(hl7Receivers).values(row).returning());
}

export async function updateReceiver(
  on: Changes,
  id: string,
  change: Pick<ReceiverRow, 'mayBePrivate'>,
): Promise<ReceiverRow | undefined> {
  const [row] = await on.update(hl7Receivers).set(change).where(eq(hl7Receivers.id, id)).returning();
  return row;
}

/** Returns false where the institution has no such receiver. */
export async function deleteReceiver(on: Changes, institutionId: string, id: string): Promise<boolean> {
  const removed = await on
    .delete(hl7Receivers)
    .where(and(eq(hl7Receivers.id, id), eq(hl7Receivers.institutionId, institutionId)))
    .returning({ id: hl7Receivers.id });
  return removed.length > 0;
}

/** Returns false where a message of this submission already exists for this receiver. */
export async function insertMessage(on: Changes, row: typeof hl7Messages.$inferInsert): Promise<boolean> {
  const inserted = await on.insert(hl7Messages).values(row).onConflictDoNothing().returning({ id: hl7Messages.id });
  return inserted.length > 0;
}

export async function findMessage(
  on: Queries,
  id: string,
): Promise<{ message: MessageRow; receiver: ReceiverRow } | undefined> {
  const [found] = await on
    .select({ message: hl7Messages, receiver: hl7Receivers })
    .from(hl7Messages)
    .innerJoin(hl7Receivers, eq(hl7Receivers.id, hl7Messages.receiverId))
    .where(eq(hl7Messages.id, id));
  return found;
}

export async function updateMessage(on: Changes, id: string, change: Partial<MessageRow>): Promise<void> {
  await on.update(hl7Messages).set(change).where(eq(hl7Messages.id, id));
}

const NEWEST: readonly SortKey[] = [
  { column: hl7Messages.createdAt, type: 'timestamptz', isDescending: true },
  { column: hl7Messages.id, type: 'uuid', isDescending: false },
];
/** The newest first, of one institution or of all; without content. */
export const findMessages = (on: Queries, institutionId: string | undefined, wish: PageWish) =>
  readPage(NEWEST, wish, contract.HL7_MESSAGES_PER_PAGE, (beyond, order, { limit, offset }) =>
    on
      .select({
        id: hl7Messages.id,
        institutionId: hl7Messages.institutionId,
        receiverId: hl7Messages.receiverId,
        receiverName: hl7Receivers.name,
        scanId: hl7Messages.scanId,
        state: hl7Messages.state,
        attempts: hl7Messages.attempts,
        lastOutcome: hl7Messages.lastOutcome,
        createdAt: hl7Messages.createdAt,
        acceptedAt: hl7Messages.acceptedAt,
        namesFormerPatient: sql<boolean>`${hl7Messages.acceptedAt} is not null and exists (
          select from present_corrections p
          where p.scan_id = ${hl7Messages.scanId} and p.id is distinct from ${hl7Messages.correctionId})`,
        place: placeOf(NEWEST),
      })
      .from(hl7Messages)
      .innerJoin(hl7Receivers, eq(hl7Receivers.id, hl7Messages.receiverId))
      .where(and(institutionId === undefined ? undefined : eq(hl7Messages.institutionId, institutionId), beyond))
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );
