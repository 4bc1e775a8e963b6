import { integrations as contract, LIMITS } from '@duai/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Attempt, defineJob } from '../../adapters/queue/port.ts';
import { WebhookError } from '../../adapters/webhooks/port.ts';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { newId, newSecret } from '../../core/ids.ts';
import { decryptSecret, encryptSecret } from '../../core/secrets.ts';
import { scanFinished } from '../scans/index.ts';
import type { IntegrationTools } from './integration-tools.ts';
import { webhookDeliveries, webhooks } from './integrations.tables.ts';
import { signWebhook } from './webhook-signature.ts';

/** Tried for about a day, so that a receiver may be down over night: after 10 s, then each wait about twice the last. */
const deliverWebhook = defineJob({
  name: 'integrations.deliver',
  payload: z.strictObject({ deliveryId: z.uuid() }),
  options: {
    retryLimit: 14,
    retryDelaySeconds: 10,
    retryBackoff: true,
    longestRetrySeconds: 6 * 3600,
    expireInSeconds: 60,
    heartbeatSeconds: 10,
    concurrency: 2,
  },
});

const present = (row: typeof webhooks.$inferSelect): contract.Webhook => ({
  id: row.id,
  url: row.url,
  event: row.event,
  createdAt: row.createdAt.toISOString(),
});

/** Calls to an institution's own systems: signed, tried again through the queue, every delivery in a log. */
export function createWebhooks({
  db,
  clock,
  queue,
  audit,
  scans,
  webhooks: caller,
  encryptionKey,
  log,
}: IntegrationTools) {
  const isOwn = (institutionId: string, id: string) =>
    and(eq(webhooks.id, id), eq(webhooks.institutionId, institutionId));

  /** One delivery a webhook and cause; the row and its job are written together. */
  async function announce({ scanId, submission }: { scanId: string; submission: number }): Promise<void> {
    await db.transaction(async (tx) => {
      const scan = await scans.finished(tx, scanId);
      if (!scan) return;
      const receivers = await tx
        .select()
        .from(webhooks)
        .where(and(eq(webhooks.institutionId, scan.institutionId), eq(webhooks.event, 'analysis.finished')));
      for (const { id: webhookId, event } of receivers) {
        const id = newId();
        const createdAt = clock.now();
        const { status, studyInstanceUid } = scan;
        const payload = {
          id,
          event,
          createdAt: createdAt.toISOString(),
          scan: { id: scanId, status, studyInstanceUid },
        };
        const inserted = await tx
          .insert(webhookDeliveries)
          .values({
            id,
            webhookId,
            institutionId: scan.institutionId,
            event,
            scanId,
            cause: `${scanId}:${submission}`,
            payload,
            createdAt,
          })
          .onConflictDoNothing()
          .returning({ id: webhookDeliveries.id });
        if (inserted[0]) await queue.enqueue(tx, deliverWebhook, { deliveryId: id });
      }
    });
  }

  async function deliver({ deliveryId }: { deliveryId: string }, { isLastAttempt }: Attempt): Promise<void> {
    const [found] = await db.drizzle
      .select({ delivery: webhookDeliveries, webhook: webhooks })
      .from(webhookDeliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
      .where(eq(webhookDeliveries.id, deliveryId));
    if (found?.delivery.status !== 'pending') return;
    const { delivery, webhook } = found;
    const body = JSON.stringify(delivery.payload);
    const signature = signWebhook(decryptSecret(webhook.secretEncrypted, encryptionKey), body, clock.now());
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'DUAI-Webhooks',
      [contract.WEBHOOK_SIGNATURE_HEADER]: signature,
    };
    const outcome = await caller.call({ url: webhook.url, body, headers }).then(
      ({ status }) => ({ isDelivered: status >= 200 && status < 300, text: `HTTP ${status}` }),
      (error: unknown) => {
        if (!(error instanceof WebhookError)) throw error;
        return { isDelivered: false, text: error.code === 'FAILED' ? error.message : error.code };
      },
    );
    const failed = isLastAttempt ? ('failed' as const) : ('pending' as const);
    await db.drizzle
      .update(webhookDeliveries)
      .set({
        status: outcome.isDelivered ? 'delivered' : failed,
        attempts: delivery.attempts + 1,
        lastOutcome: outcome.text,
        deliveredAt: outcome.isDelivered ? clock.now() : null,
      })
      .where(eq(webhookDeliveries.id, deliveryId));
    // The last try ends here: the log of deliveries says that it failed, and offers to send it again.
    if (outcome.isDelivered || isLastAttempt) return;
    log.warn({ deliveryId, outcome: outcome.text }, 'webhook was not delivered');
    throw new Error(`webhook was not delivered: ${outcome.text}`);
  }

  return {
    list: async (institutionId: string): Promise<contract.Webhook[]> =>
      (
        await db.drizzle
          .select()
          .from(webhooks)
          .where(eq(webhooks.institutionId, institutionId))
          .orderBy(desc(webhooks.createdAt))
      ).map(present),

    /** @throws AppError WEBHOOK_ADDRESS_REFUSED, TOO_MANY_WEBHOOKS */
    async create(context: Context, institutionId: string, wish: Pick<contract.Webhook, 'url' | 'event'>) {
      try {
        await caller.check(wish.url);
      } catch (error) {
        if (error instanceof WebhookError) throw new AppError('WEBHOOK_ADDRESS_REFUSED', { internal: error.message });
        throw error;
      }
      const secret = newSecret();
      return db.transaction(async (tx) => {
        // One after the other, so that two at once do not both see the last free place.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${institutionId}, 0))`);
        if ((await tx.$count(webhooks, eq(webhooks.institutionId, institutionId))) >= LIMITS.webhooks)
          throw new AppError('TOO_MANY_WEBHOOKS', { params: { limit: LIMITS.webhooks } });
        const [row] = await tx
          .insert(webhooks)
          .values({
            ...wish,
            id: newId(),
            institutionId,
            secretEncrypted: encryptSecret(secret, encryptionKey),
            createdAt: clock.now(),
          })
          .returning();
        await audit.record(tx, context, {
          action: 'integrations.create-webhook',
          subjectType: 'webhook',
          subjectId: row!.id,
        });
        return { webhook: present(row!), secret };
      });
    },

    async remove(context: Context, institutionId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const removed = await tx.delete(webhooks).where(isOwn(institutionId, id)).returning({ id: webhooks.id });
        if (removed.length === 0) throw notFound('webhook');
        await audit.record(tx, context, {
          action: 'integrations.remove-webhook',
          subjectType: 'webhook',
          subjectId: id,
        });
      });
    },

    async deliveries(institutionId: string): Promise<contract.WebhookDelivery[]> {
      const rows = await db.drizzle
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.institutionId, institutionId))
        .orderBy(desc(webhookDeliveries.createdAt))
        .limit(100);
      return rows.map(({ id, webhookId, event, scanId, status, attempts, lastOutcome, createdAt, deliveredAt }) => ({
        id,
        webhookId,
        event,
        scanId,
        status,
        attempts,
        lastOutcome,
        createdAt: createdAt.toISOString(),
        deliveredAt: deliveredAt?.toISOString() ?? null,
      }));
    },

    async redeliver(institutionId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const [row] = await tx
          .update(webhookDeliveries)
          .set({ status: 'pending', deliveredAt: null })
          .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.institutionId, institutionId)))
          .returning({ id: webhookDeliveries.id });
        if (!row) throw notFound('delivery');
        await queue.enqueue(tx, deliverWebhook, { deliveryId: id });
      });
    },

    registerJobs(): void {
      queue.handle(scanFinished, announce);
      queue.handle(deliverWebhook, deliver);
    },
  };
}
