import type { hl7 as contract } from '@duai/contract';
import { z } from 'zod';
import { MllpError } from '../../adapters/mllp/port.ts';
import { type Attempt, defineJob, FOR_A_DAY, turnOf } from '../../adapters/queue/port.ts';
import { type Context, systemContext } from '../../core/actor.ts';
import { notFound } from '../../core/app-error.ts';
import { newId, sha256Hex } from '../../core/ids.ts';
import type { PageWish } from '../../core/keyset.ts';
import { readAcknowledgement } from '../../hl7/acknowledgement.ts';
import { reportReady } from '../scans/index.ts';
import type { Hl7Tools } from './hl7.service.ts';
import * as store from './hl7.store.ts';
import type { MessageRow, ReceiverRow } from './hl7.tables.ts';

/** Retried for about a day, since a receiver may be down over night; then it waits for a person. */
const deliverMessage = defineJob({
  name: 'hl7.deliver',
  payload: z.strictObject({ messageId: z.uuid() }),
  options: { ...FOR_A_DAY, expireInSeconds: 120 },
});

/**
 * At most 20 characters (MSH-10, HL7 v2.5.1 section 2.14.9.10). The same at every try, so that receivers recognise a
 * repeated message; another one where the patient was corrected in between.
 */
const controlIdOf = ({ id, correctionId }: Pick<MessageRow, 'id' | 'correctionId'>): string =>
  sha256Hex(correctionId ? `${id} ${correctionId}` : id).slice(0, 20);

/** `isFinal`: another try would end the same way. */
type Outcome = { isAccepted: boolean; isFinal: boolean; text: string };
const failed = (text: string, isFinal = false): Outcome => ({ isAccepted: false, isFinal, text });

/** Messages to record systems: made once, sent until they are acknowledged, and not sent again after that. */
export function createMessages({ db, clock, queue, audit, log, scans, mllp }: Hl7Tools) {
  /** Handles `trial.report-ready`. Safe to run twice: each submission has one message for each receiver. */
  async function plan({ scanId, submission }: { scanId: string; submission: number }): Promise<void> {
    await db.transaction(async (tx) => {
      const scan = await scans.finished(tx, scanId);
      if (scan?.status !== 'complete') return;
      const { institutionId } = scan;
      for (const { id: receiverId } of await store.findReceivers(tx, institutionId)) {
        const id = newId();
        const row = { id, institutionId, receiverId, scanId, submission, createdAt: clock.now() };
        const isNew = await store.insertMessage(tx, row);
        if (isNew) await queue.enqueue(tx, deliverMessage, { messageId: id }, { turn: turnOf(institutionId) });
      }
    });
  }

  /** Returns null where the patient of the results is not known. */
  async function contentOf(
    kept: MessageRow,
    receiver: ReceiverRow,
  ): Promise<{ content: Buffer; controlId: string } | null> {
    const correctionId = (await scans.patients.correctionOf(kept.scanId)) ?? null;
    const message = { ...kept, correctionId };
    const controlId = controlIdOf(message);
    if (kept.content && kept.correctionId === correctionId) return { content: kept.content, controlId };
    const { application, facility, hasDocument, algorithmIds } = receiver;
    const envelope = { controlId, application, facility, at: clock.now() };
    const wish = { envelope, hasDocument, only: algorithmIds };
    const content = await scans.exports.oru(systemContext, message.institutionId, message.scanId, wish);
    if (!content) return null;
    await store.updateMessage(db.drizzle, message.id, { content, correctionId });
    return { content, controlId };
  }

  async function sent(message: MessageRow, receiver: ReceiverRow): Promise<Outcome> {
    const made = await contentOf(message, receiver);
    if (!made) return failed('NO_PATIENT', true);
    try {
      const answer = readAcknowledgement(await mllp.send(receiver, made.content), made.controlId);
      if (!answer) return failed('NO_ACKNOWLEDGEMENT');
      return { isAccepted: answer.meaning === 'accepted', isFinal: answer.meaning === 'error', text: answer.code };
    } catch (error) {
      if (!(error instanceof MllpError)) throw error;
      return failed(error.code === 'FAILED' ? error.message : error.code, error.code === 'TOO_LARGE');
    }
  }

  async function deliver({ messageId }: { messageId: string }, { isLastAttempt }: Attempt): Promise<void> {
    const found = await store.findMessage(db.drizzle, messageId);
    if (found?.message.state !== 'waiting') return;
    const { message, receiver } = found;
    const { isAccepted, isFinal, text } = await sent(message, receiver);
    const change = { attempts: message.attempts + 1, lastOutcome: text };
    if (isAccepted) {
      await db.transaction(async (tx) => {
        const accepted = { state: 'accepted' as const, content: null, acceptedAt: clock.now() };
        await store.updateMessage(tx, messageId, { ...change, ...accepted });
        await audited(tx, systemContext, 'hl7.send-result', message);
      });
      return;
    }
    const isOver = isFinal || isLastAttempt;
    await store.updateMessage(db.drizzle, messageId, { ...change, state: isOver ? 'failed' : 'waiting' });
    // The list of messages shows the failure and offers to send it again.
    if (isOver) return;
    log.warn({ messageId, receiverId: receiver.id, outcome: text }, 'an HL7 message was not delivered');
    throw new Error(`an HL7 message was not delivered: ${text}`);
  }

  const audited = (
    tx: Parameters<typeof audit.record>[0],
    context: Context,
    action: string,
    { scanId, receiverId }: MessageRow,
  ) => audit.record(tx, context, { action, subjectType: 'scan', subjectId: scanId, details: { receiverId } });

  return {
    plan,
    deliver,

    async list(wish: PageWish, institutionId?: string): Promise<z.output<typeof contract.listHl7Messages.answer>> {
      const { rows, ...around } = await store.findMessages(db.drizzle, institutionId, wish);
      return {
        rows: rows.map(({ createdAt, acceptedAt, place: _place, ...row }) => ({
          ...row,
          createdAt: createdAt.toISOString(),
          acceptedAt: acceptedAt?.toISOString() ?? null,
        })),
        ...around,
      };
    },

    /**
     * Sends a failed message again. One that was accepted and names a former patient stays, and a message with the present one is
     * sent. @throws AppError NOT_FOUND
     */
    async again(context: Context, institutionId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const message = (await store.findMessage(tx, id))?.message;
        if (message?.institutionId !== institutionId) throw notFound('hl7 message');
        const resentFor = (await scans.patients.correctionOf(message.scanId)) ?? null;
        if (message.state === 'accepted' && message.correctionId !== resentFor) {
          const { receiverId, scanId, submission } = message;
          const row = { id: newId(), institutionId, receiverId, scanId, submission, resentFor, createdAt: clock.now() };
          if (!(await store.insertMessage(tx, row))) throw notFound('hl7 message');
          await queue.enqueue(tx, deliverMessage, { messageId: row.id }, { turn: turnOf(institutionId) });
          await audited(tx, context, 'hl7.send-corrected', message);
          return;
        }
        if (message.state !== 'failed') throw notFound('hl7 message');
        await store.updateMessage(tx, id, { state: 'waiting' });
        await queue.enqueue(tx, deliverMessage, { messageId: id }, { turn: turnOf(institutionId) });
        await audited(tx, context, 'hl7.send-again', message);
      });
    },

    registerJobs(): void {
      queue.handle(reportReady, plan);
      queue.handle(deliverMessage, deliver);
    },
  };
}
