import { integrations as contract, LIMITS } from '@duai/contract';
import { z } from 'zod';
import { type Attempt, defineJob, FOR_A_DAY, turnOf } from '../../adapters/queue/port.ts';
import { WebhookError } from '../../adapters/webhooks/port.ts';
import type { Context } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { newId, newSecret } from '../../core/ids.ts';
import type { Page, PageWish } from '../../core/keyset.ts';
import { decryptSecret, encryptSecret } from '../../core/secrets.ts';
import { scanFinished } from '../scans/index.ts';
import type { IntegrationTools } from './integration-tools.ts';
import { signWebhook } from './webhook-signature.ts';
import * as store from './webhooks.store.ts';

/** Retried for about a day, since a receiver may be down over night: after 10 s, then with waits that about double. */
const deliverWebhook = defineJob({
  name: 'integrations.deliver',
  payload: z.strictObject({ deliveryId: z.uuid() }),
  options: { ...FOR_A_DAY, expireInSeconds: 60 },
});

const present = (row: store.WebhookRow): contract.Webhook => ({
  id: row.id,
  url: row.url,
  event: row.event,
  createdAt: row.createdAt.toISOString(),
});

/** Webhooks to an institution's own systems: signed, retried by the queue, with every delivery in a log. */
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
  /** One delivery for each webhook and cause; the row and its job are written in one transaction. */
  async function announce({ scanId, submission }: { scanId: string; submission: number }): Promise<void> {
    await db.transaction(async (tx) => {
      const scan = await scans.finished(tx, scanId);
      if (!scan) return;
      const receivers = await store.findReceivers(tx, scan.institutionId, 'analysis.finished');
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
        const isNew = await store.insertDelivery(tx, {
          id,
          webhookId,
          institutionId: scan.institutionId,
          event,
          scanId,
          cause: `${scanId}:${submission}`,
          payload,
          createdAt,
        });
        if (isNew) await queue.enqueue(tx, deliverWebhook, { deliveryId: id }, { turn: turnOf(scan.institutionId) });
      }
    });
  }

  async function deliver({ deliveryId }: { deliveryId: string }, { isLastAttempt }: Attempt): Promise<void> {
    const found = await store.findDelivery(db.drizzle, deliveryId);
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
    await store.updateDelivery(db.drizzle, deliveryId, {
      status: outcome.isDelivered ? 'delivered' : failed,
      attempts: delivery.attempts + 1,
      lastOutcome: outcome.text,
      deliveredAt: outcome.isDelivered ? clock.now() : null,
    });
    // The last try does not throw: the log of deliveries shows the failure and offers to send it again.
    if (outcome.isDelivered || isLastAttempt) return;
    log.warn({ deliveryId, outcome: outcome.text }, 'webhook was not delivered');
    throw new Error(`webhook was not delivered: ${outcome.text}`);
  }

  return {
    list: async (institutionId: string): Promise<contract.Webhook[]> =>
      (await store.findWebhooks(db.drizzle, institutionId)).map(present),

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
        if ((await store.lockedCount(tx, institutionId)) >= LIMITS.webhooks)
          throw new AppError('TOO_MANY_WEBHOOKS', { params: { limit: LIMITS.webhooks } });
        const row = await store.insertWebhook(tx, {
          ...wish,
          id: newId(),
          institutionId,
          secretEncrypted: encryptSecret(secret, encryptionKey),
          createdAt: clock.now(),
        });
        await audit.record(tx, context, {
          action: 'integrations.create-webhook',
          subjectType: 'webhook',
          subjectId: row.id,
        });
        return { webhook: present(row), secret };
      });
    },

    async remove(context: Context, institutionId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await store.deleteWebhook(tx, institutionId, id))) throw notFound('webhook');
        await audit.record(tx, context, {
          action: 'integrations.remove-webhook',
          subjectType: 'webhook',
          subjectId: id,
        });
      });
    },

    async deliveries(institutionId: string, wish: PageWish): Promise<Page<contract.WebhookDelivery>> {
      const { rows, next, previous } = await store.findDeliveries(db.drizzle, institutionId, wish);
      const shown = rows.map(
        ({ id, webhookId, event, scanId, status, attempts, lastOutcome, createdAt, deliveredAt }) => ({
          ...{ id, webhookId, event, scanId, status, attempts, lastOutcome },
          createdAt: createdAt.toISOString(),
          deliveredAt: deliveredAt?.toISOString() ?? null,
        }),
      );
      return { rows: shown, next, previous };
    },

    async redeliver(institutionId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await store.reopenDelivery(tx, institutionId, id))) throw notFound('delivery');
        await queue.enqueue(tx, deliverWebhook, { deliveryId: id }, { turn: turnOf(institutionId) });
      });
    },

    registerJobs(): void {
      queue.handle(scanFinished, announce);
      queue.handle(deliverWebhook, deliver);
    },
  };
}
