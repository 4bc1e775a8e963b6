import { integrations as contract } from '@duai/contract';
import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type Page, type PageWish, placeOf, readPage, type SortKey } from '../../core/keyset.ts';
import { lockByName } from '../../core/lock-by-name.ts';
import { theOne } from '../../core/the-one.ts';
import { webhookDeliveries, webhooks } from './integrations.tables.ts';

type Reads = Pick<NodePgDatabase, 'select' | '$count' | 'execute'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;
export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** The webhooks of an institution, the newest first. */
export const findWebhooks = (on: Reads, institutionId: string): Promise<WebhookRow[]> =>
  on.select().from(webhooks).where(eq(webhooks.institutionId, institutionId)).orderBy(desc(webhooks.createdAt));

export const findReceivers = (on: Reads, institutionId: string, event: WebhookRow['event']): Promise<WebhookRow[]> =>
  on
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.institutionId, institutionId), eq(webhooks.event, event)));

/** Counts under a lock, so that two calls at once cannot both take the last free place. */
export async function lockedCount(on: Reads, institutionId: string): Promise<number> {
  await lockByName(on, `webhooks ${institutionId}`);
  return on.$count(webhooks, eq(webhooks.institutionId, institutionId));
}

export async function insertWebhook(on: Changes, row: typeof webhooks.$inferInsert): Promise<WebhookRow> {
  return theOne(await on.insert(webhooks).values(row).returning());
}

/** Returns false where the institution has no such webhook. */
export async function deleteWebhook(on: Changes, institutionId: string, id: string): Promise<boolean> {
  const removed = await on
    .delete(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.institutionId, institutionId)))
    .returning({ id: webhooks.id });
  return removed.length > 0;
}

/** Returns false where this cause was already announced to this webhook. */
export async function insertDelivery(on: Changes, row: typeof webhookDeliveries.$inferInsert): Promise<boolean> {
  const inserted = await on
    .insert(webhookDeliveries)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: webhookDeliveries.id });
  return inserted.length > 0;
}

export async function findDelivery(on: Reads, id: string) {
  const [found] = await on
    .select({ delivery: webhookDeliveries, webhook: webhooks })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhookDeliveries.id, id));
  return found;
}

export async function updateDelivery(on: Changes, id: string, change: Partial<DeliveryRow>): Promise<void> {
  await on.update(webhookDeliveries).set(change).where(eq(webhookDeliveries.id, id));
}

const NEWEST: readonly SortKey[] = [
  { column: webhookDeliveries.createdAt, type: 'timestamptz', isDescending: true },
  { column: webhookDeliveries.id, type: 'uuid', isDescending: true },
];
/** The newest first. */
export const findDeliveries = (on: Reads, institutionId: string, wish: PageWish): Promise<Page<DeliveryRow>> =>
  readPage(NEWEST, wish, contract.DELIVERIES_PER_PAGE, (beyond, order, { limit, offset }) =>
    on
      .select({ ...getTableColumns(webhookDeliveries), place: placeOf(NEWEST) })
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.institutionId, institutionId), beyond))
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );

/** Marks a delivery to be sent again. Returns false where the institution has no such delivery. */
export async function reopenDelivery(on: Changes, institutionId: string, id: string): Promise<boolean> {
  const reopened = await on
    .update(webhookDeliveries)
    .set({ status: 'pending', deliveredAt: null })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.institutionId, institutionId)))
    .returning({ id: webhookDeliveries.id });
  return reopened.length > 0;
}
