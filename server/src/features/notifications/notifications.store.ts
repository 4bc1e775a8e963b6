import { and, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type OutboxRow, outbox } from './notifications.tables.ts';

type Reads = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;

/** Returns undefined where a message with this key exists already. */
export async function insertMessage(on: Changes, row: typeof outbox.$inferInsert): Promise<string | undefined> {
  const [inserted] = await on.insert(outbox).values(row).onConflictDoNothing().returning({ id: outbox.id });
  return inserted?.id;
}

/** The lock keeps two workers from sending the same message. */
export async function lockMessage(on: Reads, id: string): Promise<OutboxRow | undefined> {
  const [row] = await on.select().from(outbox).where(eq(outbox.id, id)).for('update');
  return row;
}

export async function updateMessage(on: Changes, id: string, change: Partial<OutboxRow>): Promise<void> {
  await on.update(outbox).set(change).where(eq(outbox.id, id));
}

export async function deleteMessage(on: Changes, id: string): Promise<void> {
  await on.delete(outbox).where(eq(outbox.id, id));
}

/** The mail in place of an SMS, in one of these states; their keys differ only in the ending. */
const isBehind = ({ channel, dedupeKey }: OutboxRow, states: OutboxRow['status'][]) =>
  and(
    outbox.isInPlaceOfSms,
    inArray(outbox.status, states),
    eq(outbox.dedupeKey, channel === 'sms' && dedupeKey ? dedupeKey.replace(/:sms$/, ':email') : ''),
  );

/** Deletes the mail in place of an SMS unless it was sent; its job then finds nothing to send. */
export async function deleteUnsentMail(on: Changes, row: OutboxRow): Promise<void> {
  await on.delete(outbox).where(isBehind(row, ['standby', 'pending', 'failed']));
}

/** Whether a mail was sent, or is about to be, in place of this SMS. */
export const hasMailInPlace = async (on: Reads, row: OutboxRow): Promise<boolean> =>
  (
    await on
      .select({ id: outbox.id })
      .from(outbox)
      .where(isBehind(row, ['pending', 'sent']))
  ).length > 0;

/** Makes waiting messages pending. @returns their ids */
async function release(on: Changes, where: ReturnType<typeof and>): Promise<string[]> {
  const released = await on.update(outbox).set({ status: 'pending' }).where(where).returning({ id: outbox.id });
  return released.map(({ id }) => id);
}
export const releaseStandby = (on: Changes, row: OutboxRow): Promise<string[]> =>
  release(on, isBehind(row, ['standby']));
export const releaseTo = (on: Changes, email: string): Promise<string[]> =>
  release(on, and(eq(outbox.recipient, email), eq(outbox.channel, 'email'), eq(outbox.status, 'held')));
export const releaseByKey = (on: Changes, dedupeKey: string): Promise<string[]> =>
  release(on, and(eq(outbox.dedupeKey, dedupeKey), eq(outbox.status, 'held')));

/** Changes the recipient of waiting mails. */
export async function redirectWaiting(on: Changes, from: string, to: string): Promise<void> {
  await on
    .update(outbox)
    .set({ recipient: to })
    .where(and(eq(outbox.recipient, from), eq(outbox.channel, 'email'), inArray(outbox.status, ['held', 'standby'])));
}

export const findSentTo = (on: Reads, recipients: string[]) =>
  on
    .select({
      channel: outbox.channel,
      recipient: outbox.recipient,
      template: outbox.template,
      createdAt: outbox.createdAt,
      sentAt: outbox.sentAt,
    })
    .from(outbox)
    .where(inArray(outbox.recipient, recipients))
    .orderBy(outbox.createdAt);

/** @returns how many */
export const deleteMessagesTo = async (on: Changes, recipients: string[]): Promise<number> =>
  (await on.delete(outbox).where(inArray(outbox.recipient, recipients)).returning({ id: outbox.id })).length;

export async function deleteMessagesAbout(
  on: Changes,
  recipients: string[],
  templates: OutboxRow['template'][],
): Promise<void> {
  await on.delete(outbox).where(and(inArray(outbox.recipient, recipients), inArray(outbox.template, templates)));
}

/** Of each channel that has any: how many wait, since when, and how many failed, ever and since then. */
export const countMessages = (on: Reads, failedSince: Date) =>
  on
    .select({
      channel: outbox.channel,
      pending: sql<number>`count(*) filter (where ${outbox.status} = 'pending')::int`,
      oldestPendingAt: sql`min(${outbox.createdAt}) filter (where ${outbox.status} = 'pending')`.mapWith(
        outbox.createdAt,
      ),
      failed: sql<number>`count(*) filter (where ${outbox.status} = 'failed')::int`,
      failedLately: sql<number>`count(*) filter (where ${outbox.status} = 'failed' and ${outbox.failedAt} > ${failedSince})::int`,
    })
    .from(outbox)
    .where(inArray(outbox.status, ['pending', 'failed']))
    .groupBy(outbox.channel);
