import { type Language, operations } from '@duai/contract';
import { z } from 'zod';
import type { Tx } from '../../adapters/database/port.ts';
import type { KeptMessage } from '../../adapters/mail/port.ts';
import { type Attempt, defineJob } from '../../adapters/queue/port.ts';
import { DAY_MS, later, MINUTE_MS } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import * as store from './notifications.store.ts';
import type { OutboxRow } from './notifications.tables.ts';
import { render, type TemplateName } from './templates.ts';

/** The addresses and preferences of a person. */
export interface Contact {
  /** The patient whose messages these are; they are erased with the account. */
  patientId?: string;
  email: string;
  isEmailVerified: boolean;
  phone: string | null;
  preferred: 'email' | 'sms' | 'both';
  language: Language;
}

/** Someone of the staff who is told by mail. `id` tells the readers of one occasion apart. */
export interface Reader {
  id: string;
  email: string;
  language: Language;
}

interface Message {
  channel: 'email' | 'sms';
  recipient: string;
  template: TemplateName;
  params: Record<string, string>;
  language: Language;
  dedupeKey?: string;
  patientId?: string;
  /** `held`: waits until the address is verified. `standby`: a mail that is sent only if its SMS keeps failing. */
  waitsAs?: 'held' | 'standby';
  /** True for the last message to a person: nothing of it is kept once it was sent. */
  isForgottenOnceSent?: boolean;
}

/** Retried for more than six hours, so that no message is lost while a gateway is down. */
const sendMessage = defineJob({
  name: 'notifications.send',
  payload: z.strictObject({ outboxId: z.uuid() }),
  options: {
    retryLimit: 12,
    retryDelaySeconds: 10,
    retryBackoff: true,
    longestRetrySeconds: 2 * 3600,
    expireInSeconds: 120,
    heartbeatSeconds: 10,
    concurrency: 2,
  },
});

/** 8 attempts ≈ 45 min with the back-off of the job. */
const STANDBY_AFTER_ATTEMPTS = 8;
/** A message that waits for longer is late: it was tried several times, or nothing sends. */
const LATE_MS = 10 * MINUTE_MS;

export type Notifications = ReturnType<typeof createNotifications>;

/** Messages are stored in the transaction of their cause and sent by a job with retries, so that none is lost. */
export function createNotifications(
  {
    db,
    queue,
    mailer,
    sms,
    mailbox,
    clock,
    log,
    config,
  }: Pick<Parts, 'db' | 'queue' | 'mailer' | 'sms' | 'mailbox' | 'clock' | 'log' | 'config'>,
  { publicUrl }: { publicUrl: () => string },
) {
  // Outside production the local mailbox takes SMS.
  const hasSms = config.SMS_GATEWAY_URL !== undefined || config.NODE_ENV !== 'production';

  /** @returns whether it is new; a second message with the same key is not stored */
  async function enqueue(tx: Tx, message: Message): Promise<boolean> {
    const { waitsAs, ...row } = message;
    const status = waitsAs ?? 'pending';
    const isInPlaceOfSms = waitsAs === 'standby';
    const outboxId = await store.insertMessage(tx, {
      ...row,
      ...{ id: newId(), status, isInPlaceOfSms, createdAt: clock.now() },
    });
    if (outboxId && !waitsAs) await queue.enqueue(tx, sendMessage, { outboxId });
    return outboxId !== undefined;
  }

  /**
   * Sends one message. The row is locked meanwhile, so that two workers never send it twice; after a crash between
   * sending and committing it is sent again with the same message id. A failed one is sent when its dead job is run again, unless a
   * mail tells the same in its place.
   */
  async function send(outboxId: string, { isLastAttempt }: Attempt): Promise<void> {
    const failure = await db.transaction(async (tx) => {
      const row = await store.lockMessage(tx, outboxId);
      if (row?.status !== 'pending' && row?.status !== 'failed') return undefined;
      if (row.status === 'failed' && (await store.hasMailInPlace(tx, row))) return undefined;
      const rendered = render(row.template, row.params, row.language, config.CONTACT_EMAIL);
      try {
        if (row.channel === 'sms') await sms.send({ to: row.recipient, text: rendered.sms, id: row.id });
        else
          await mailer.send({
            to: row.recipient,
            ...rendered,
            language: row.language,
            messageId: `${row.id}@duai`,
            isRecipientForgotten: row.isForgottenOnceSent,
          });
      } catch (error) {
        const status = isLastAttempt ? 'failed' : 'pending';
        // Only the code is stored, because the gateway's answer may quote the recipient.
        const lastError = (error as { code?: string }).code ?? (error as Error).name;
        if (isLastAttempt && row.isForgottenOnceSent) {
          await store.deleteMessage(tx, outboxId);
          return { lastError: `${lastError}; it is not kept, because its account was erased` };
        }
        const failedAt = isLastAttempt ? clock.now() : null;
        await store.updateMessage(tx, outboxId, { status, attempts: row.attempts + 1, lastError, failedAt });
        if (isLastAttempt || row.attempts + 1 >= STANDBY_AFTER_ATTEMPTS) await releaseStandby(tx, row);
        return { lastError };
      }
      await store.deleteUnsentMail(tx, row);
      if (row.isForgottenOnceSent) {
        await store.deleteMessage(tx, outboxId);
        return undefined;
      }
      const sent = {
        status: 'sent',
        attempts: row.attempts + 1,
        sentAt: clock.now(),
        params: {},
        lastError: null,
        failedAt: null,
      } as const;
      await store.updateMessage(tx, outboxId, sent);
      return undefined;
    });
    if (failure) {
      log.warn({ outboxId, reason: failure.lastError }, 'message was not sent');
      throw new Error(`message was not sent: ${failure.lastError}`);
    }
  }

  /** Sends the mail that stands by for a failed SMS. */
  const releaseStandby = async (tx: Tx, row: OutboxRow): Promise<void> =>
    sendAll(tx, await store.releaseStandby(tx, row));

  async function sendAll(tx: Tx, ids: string[]): Promise<void> {
    for (const outboxId of ids) await queue.enqueue(tx, sendMessage, { outboxId });
  }

  return {
    enqueue,
    link: (path: string, token?: string) => `${publicUrl()}${path}${token ? `#token=${token}` : ''}`,

    /**
     * Sends by the channels that the person chose. An SMS falls back to e-mail where there is no number or gateway, or
     * where it fails for most of an hour; mail waits until the address is verified.
     */
    async notify(
      tx: Tx,
      contact: Contact,
      template: TemplateName,
      params: Record<string, string>,
      dedupeKey: string,
    ): Promise<void> {
      const phone = hasSms && contact.preferred !== 'email' ? contact.phone : null;
      const byEmail = contact.preferred !== 'sms' || phone === null;
      const standsBy = !byEmail && contact.isEmailVerified;
      const withLink = { link: `${publicUrl()}/second-opinion/dashboard`, ...params };
      const common = { template, params: withLink, language: contact.language, patientId: contact.patientId };
      if (phone !== null)
        await enqueue(tx, { ...common, channel: 'sms', recipient: phone, dedupeKey: `${dedupeKey}:sms` });
      if (byEmail || standsBy) {
        await enqueue(tx, {
          ...common,
          channel: 'email',
          recipient: contact.email,
          dedupeKey: `${dedupeKey}:email`,
          waitsAs: standsBy ? 'standby' : contact.isEmailVerified ? undefined : 'held',
        });
      }
    },

    /** These readers; where there is none, the common address of the operators. */
    orOperators: (readers: Reader[]): Reader[] =>
      readers.length > 0 ? readers : [{ id: 'operators', email: config.OPERATORS_EMAIL, language: 'en' }],

    /** Redirects waiting mails to a person's new address. */
    redirectHeld: store.redirectWaiting,

    /** Sends the mails that waited for this address to be verified. */
    release: async (tx: Tx, email: string): Promise<void> => sendAll(tx, await store.releaseTo(tx, email)),

    /** Sends the message held under this key. */
    releaseHeld: async (tx: Tx, dedupeKey: string): Promise<void> =>
      sendAll(tx, await store.releaseByKey(tx, dedupeKey)),

    /**
     * The messages sent to these addresses and numbers, for a copy of all data. Texts with single-use links are not
     * stored.
     */
    sentTo: store.findSentTo,

    /**
     * Deletes every message to these recipients, waiting or sent, from the outbox and the local mailbox. @returns how
     * many
     */
    async forget(tx: Tx, recipients: string[]): Promise<number> {
      const removed = await store.deleteMessagesTo(tx, recipients);
      await mailbox.forget(recipients);
      return removed;
    },

    /** Deletes messages made from these templates to these addresses; others stay. */
    forgetAbout: store.deleteMessagesAbout,

    /** Messages that wait or failed, by channel. */
    async counts(): Promise<operations.SystemHealth['outbox']> {
      const now = clock.now();
      const rows = await store.countMessages(db.drizzle, later(now, -DAY_MS));
      return operations.MESSAGE_CHANNELS.map((channel) => {
        const row = rows.find((one) => one.channel === channel);
        const { pending, failed, failedLately } = row ?? { pending: 0, failed: 0, failedLately: 0 };
        const oldest = row?.oldestPendingAt ?? null;
        const isLate = oldest !== null && oldest < later(now, -LATE_MS);
        return { channel, pending, oldestPendingAt: oldest?.toISOString() ?? null, isLate, failed, failedLately };
      });
    },
    /** @throws Error where the mail server does not answer or refuses the sign-in */
    assertMailUsable: () => mailer.assertUsable(),

    /** Whether /dev/mailbox is shown: by default where no mail server is configured, and never in production. */
    isMailboxPageOn: config.LOCAL_MAILBOX_PAGE,
    mailbox: (): Promise<KeptMessage[]> => mailbox.list(),
    registerJobs(): void {
      queue.handle(sendMessage, ({ outboxId }, attempt) => send(outboxId, attempt));
    },
  };
}
