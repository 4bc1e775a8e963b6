import type { Language } from '@duai/contract';
import { and, count, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../adapters/database/port.ts';
import type { KeptMessage } from '../../adapters/mail/port.ts';
import { type Attempt, defineJob } from '../../adapters/queue/port.ts';
import { newId } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import { type OutboxRow, outbox } from './notifications.tables.ts';
import { render, type TemplateName } from './templates.ts';

/** How a person is reached. */
export interface Contact {
  /** Whose messages these are, where it is a patient: they go with the account. */
  patientId?: string;
  email: string;
  isEmailVerified: boolean;
  phone: string | null;
  preferred: 'email' | 'sms' | 'both';
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
  /** `held`: the address is not verified, waits for `release`. `standby`: waits for its SMS to keep failing. */
  waitsAs?: 'held' | 'standby';
  /** The last one to a person: nothing of it stays. */
  isForgottenOnceSent?: boolean;
}

/** Tried for more than six hours: a gateway that is down for a while costs nobody the news of a report. */
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

/** With the pauses of the job about three quarters of an hour. */
const STANDBY_AFTER_ATTEMPTS = 8;

export type Notifications = ReturnType<typeof createNotifications>;

/** Messages are written in the transaction of what causes them and sent by a job with retries; never silently lost. */
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
  // Outside production the local mailbox stands for a phone.
  const hasSms = config.SMS_GATEWAY_URL !== undefined || config.NODE_ENV !== 'production';

  /** @returns whether it is new: a message with its key was not written before */
  async function enqueue(tx: Tx, message: Message): Promise<boolean> {
    const { waitsAs, ...row } = message;
    const inserted = await tx
      .insert(outbox)
      .values({ ...row, id: newId(), status: waitsAs ?? 'pending', createdAt: clock.now() })
      .onConflictDoNothing()
      .returning({ id: outbox.id });
    if (inserted[0] && !waitsAs) await queue.enqueue(tx, sendMessage, { outboxId: inserted[0].id });
    return inserted.length > 0;
  }

  /**
   * Sends one message. The row is locked meanwhile, so two workers never send it twice; a crash between sending and
   * committing repeats it with the same message id.
   */
  async function send(outboxId: string, { isLastAttempt }: Attempt): Promise<void> {
    const failure = await db.transaction(async (tx) => {
      const [row] = await tx.select().from(outbox).where(eq(outbox.id, outboxId)).for('update');
      if (row?.status !== 'pending') return undefined;
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
        // The gateway's answer may quote the recipient: only its kind is kept.
        const lastError = (error as { code?: string }).code ?? (error as Error).name;
        if (isLastAttempt && row.isForgottenOnceSent) {
          await tx.delete(outbox).where(eq(outbox.id, outboxId));
          return { lastError };
        }
        await tx
          .update(outbox)
          .set({ status, attempts: row.attempts + 1, lastError })
          .where(eq(outbox.id, outboxId));
        if (isLastAttempt || row.attempts + 1 >= STANDBY_AFTER_ATTEMPTS) await releaseStandby(tx, row);
        return { lastError };
      }
      await tx.delete(outbox).where(isBehind(row));
      if (row.isForgottenOnceSent) {
        await tx.delete(outbox).where(eq(outbox.id, outboxId));
        return undefined;
      }
      await tx
        .update(outbox)
        .set({ status: 'sent', attempts: row.attempts + 1, sentAt: clock.now(), params: {}, lastError: null })
        .where(eq(outbox.id, outboxId));
      return undefined;
    });
    if (failure) {
      log.warn({ outboxId, reason: failure.lastError }, 'message was not sent');
      throw new Error(`message was not sent: ${failure.lastError}`);
    }
  }

  /** What the SMS could not tell goes by mail. */
  async function releaseStandby(tx: Tx, row: OutboxRow): Promise<void> {
    const released = await tx
      .update(outbox)
      .set({ status: 'pending' })
      .where(isBehind(row))
      .returning({ id: outbox.id });
    for (const { id } of released) await queue.enqueue(tx, sendMessage, { outboxId: id });
  }

  return {
    enqueue,
    link: (path: string, token?: string) => `${publicUrl()}${path}${token ? `#token=${token}` : ''}`,

    /**
     * By the channels the person chose. SMS without a number or a gateway falls back to e-mail, and so does one that no
     * gateway takes for most of an hour; mail waits for a verified address.
     */
    async notify(
      tx: Tx,
      contact: Contact,
      template: TemplateName,
      params: Record<string, string>,
      dedupeKey: string,
    ): Promise<void> {
      const bySms = hasSms && contact.preferred !== 'email' && contact.phone !== null;
      const byEmail = contact.preferred !== 'sms' || !bySms;
      const standsBy = !byEmail && contact.isEmailVerified;
      const withLink = { link: `${publicUrl()}/second-opinion/dashboard`, ...params };
      const common = { template, params: withLink, language: contact.language, patientId: contact.patientId };
      if (bySms)
        await enqueue(tx, { ...common, channel: 'sms', recipient: contact.phone!, dedupeKey: `${dedupeKey}:sms` });
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

    /** The person has another address now: what waits goes there. */
    async redirectHeld(tx: Tx, from: string, to: string): Promise<void> {
      await tx
        .update(outbox)
        .set({ recipient: to })
        .where(
          and(eq(outbox.recipient, from), eq(outbox.channel, 'email'), inArray(outbox.status, ['held', 'standby'])),
        );
    },

    /** The address was verified: what waited for it goes out. */
    async release(tx: Tx, email: string): Promise<void> {
      const released = await tx
        .update(outbox)
        .set({ status: 'pending' })
        .where(and(eq(outbox.recipient, email), eq(outbox.channel, 'email'), eq(outbox.status, 'held')))
        .returning({ id: outbox.id });
      for (const { id } of released) await queue.enqueue(tx, sendMessage, { outboxId: id });
    },

    /** Sends what was held under this key. */
    async releaseHeld(tx: Tx, dedupeKey: string): Promise<void> {
      const released = await tx
        .update(outbox)
        .set({ status: 'pending' })
        .where(and(eq(outbox.dedupeKey, dedupeKey), eq(outbox.status, 'held')))
        .returning({ id: outbox.id });
      for (const { id } of released) await queue.enqueue(tx, sendMessage, { outboxId: id });
    },

    /** What was sent to these addresses and numbers: for a copy of everything. Texts with single-use links are not kept. */
    sentTo: (on: Pick<Tx, 'select'>, recipients: string[]) =>
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
        .orderBy(outbox.createdAt),

    /** Removes every message to them, waiting or sent, from the outbox and the local mailbox. @returns how many */
    async forget(tx: Tx, recipients: string[]): Promise<number> {
      const removed = await tx.delete(outbox).where(inArray(outbox.recipient, recipients)).returning({ id: outbox.id });
      await mailbox.forget(recipients);
      return removed.length;
    },

    /** Removes messages made of these templates to these addresses; what else was sent there stays. */
    async forgetAbout(tx: Tx, recipients: string[], templates: TemplateName[]): Promise<void> {
      await tx.delete(outbox).where(and(inArray(outbox.recipient, recipients), inArray(outbox.template, templates)));
    },

    async counts(): Promise<{ pending: number; failed: number }> {
      const rows = await db.drizzle
        .select({ status: outbox.status, messages: count() })
        .from(outbox)
        .where(inArray(outbox.status, ['pending', 'failed']))
        .groupBy(outbox.status);
      const of = (status: string) => rows.find((row) => row.status === status)?.messages ?? 0;
      return { pending: of('pending'), failed: of('failed') };
    },

    /** Whether /dev/mailbox is shown: where mails have nowhere else to go, and never in production. */
    isMailboxPageOn: config.LOCAL_MAILBOX_PAGE,
    mailbox: (): Promise<KeptMessage[]> => mailbox.list(),
    registerJobs(): void {
      queue.handle(sendMessage, ({ outboxId }, attempt) => send(outboxId, attempt));
    },
  };
}

/** The mail that stands behind an SMS; the two keys differ in their end. */
const isBehind = ({ channel, dedupeKey }: OutboxRow) =>
  and(
    eq(outbox.status, 'standby'),
    eq(outbox.dedupeKey, channel === 'sms' && dedupeKey ? dedupeKey.replace(/:sms$/, ':email') : ''),
  );
