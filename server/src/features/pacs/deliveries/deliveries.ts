import type { pacs as contract, scans as scanContract } from '@duai/contract';
import { findLayout } from '@duai/imaging';
import { z } from 'zod';
import type { Tx } from '../../../adapters/database/port.ts';
import { type Attempt, defineJob, FOR_A_DAY, turnOf } from '../../../adapters/queue/port.ts';
import { type Context, systemContext } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { newId } from '../../../core/ids.ts';
import type { PageWish } from '../../../core/keyset.ts';
import { inOnePiece } from '../../../dimse/messages/identifier.ts';
import { EXPLICIT_LE } from '../../../dimse/messages/uids.ts';
import { resultsAgreed, resultsReady } from '../../scans/index.ts';
import type { DeliveryRow, PeerRow, ResultObject, WebReceiverRow } from '../pacs.tables.ts';
import type { PacsTools } from '../pacs-tools.ts';
import type { Commitments } from '../storage/commitments.ts';
import * as store from './deliveries.store.ts';
import { sendInstances } from './send-instances.ts';
import { createSetRoute } from './set-route.ts';
import { storeOverWeb } from './store-over-web.ts';
import { findWebReceivers } from './web-receivers.store.ts';
import type { WebReceivers } from './web-receivers.ts';

/** Retried for about a day, since an archive may be down over night; then it waits for a person. */
const PATIENCE = { ...FOR_A_DAY, expireInSeconds: 300 };
const deliverResult = defineJob({
  name: 'pacs.deliver-result',
  payload: z.strictObject({ deliveryId: z.uuid() }),
  options: PATIENCE,
});
const askForCommitment = defineJob({
  name: 'pacs.ask-for-commitment',
  payload: z.strictObject({ deliveryId: z.uuid() }),
  options: PATIENCE,
});

/**
 * No such object can be made of the masks of the run, or of files that name no study, so another try would fail too; or making it failed
 * in every try.
 */
const NOT_MAKEABLE = 'NOT_MAKEABLE';
const isWithoutStudy = (error: unknown) => error instanceof AppError && error.code === 'STUDY_WITHOUT_UID';
/** The system is not, or no longer, open for this. */
const NOT_OPEN = 'NOT_OPEN';
const isOfRun = (object: ResultObject): object is scanContract.ObjectOfRun =>
  object !== 'structured-report' && object !== 'encapsulated-pdf';

/**
 * Sends results back to an institution's archive: made once, sent until they arrive, then storage commitment is
 * requested.
 */
export function createDeliveries(tools: PacsTools, commitments: Commitments, webReceivers: WebReceivers) {
  const { db, clock, queue, audit, log, scans, studies } = tools;

  /**
   * Handles `trial.results-ready`, and with an algorithm `trial.results-agreed`. Safe to run twice: each object of a
   * submission is planned once for each system.
   */
  async function plan({
    scanId,
    submission,
    algorithmId,
  }: {
    scanId: string;
    submission: number;
    algorithmId?: string;
  }): Promise<void> {
    await db.transaction(async (tx) => {
      const scan = await scans.finished(tx, scanId);
      if (scan?.status !== 'complete') return;
      const { institutionId } = scan;
      const routes = [
        ...(await store.findResultRoutes(tx, institutionId)),
        ...(await findWebReceivers(tx, institutionId)).map(({ id, ...wish }) => ({ ...wish, receiverId: id })),
      ];
      for (const route of routes) {
        if (route.sendsWhen !== (algorithmId === undefined ? 'at-once' : 'after-agreement')) continue;
        if (algorithmId !== undefined && route.algorithmIds?.includes(algorithmId) === false) continue;
        const algorithmIds = algorithmId === undefined ? route.algorithmIds : [algorithmId];
        const runs = await scans.objects.runsWithMasks(tx, scanId, submission, algorithmIds);
        for (const object of route.objects)
          for (const part of isOfRun(object) ? runs : [algorithmId ?? '']) {
            const id = newId();
            const whither = 'receiverId' in route ? { receiverId: route.receiverId } : { peerId: route.peerId };
            const row = { id, institutionId, ...whither, scanId, submission, object, part, algorithmIds };
            const isNew = await store.insertDelivery(tx, { ...row, createdAt: clock.now() });
            if (isNew) await queue.enqueue(tx, deliverResult, { deliveryId: id }, { turn: turnOf(institutionId) });
          }
      }
    });
  }

  /** The object; it is made at the first try and stored for later ones, and made anew where its patient was corrected since. */
  async function contentOf(row: DeliveryRow): Promise<Buffer | null> {
    const correctionId = (await studies.corrections.current(db.drizzle, { scanId: row.scanId }))?.id ?? null;
    if (row.content && row.correctionId === correctionId) return row.content;
    const made = await madeOf(row);
    if (made) await store.updateDelivery(db.drizzle, row.id, { content: made, correctionId });
    return made;
  }

  async function madeOf({ institutionId, scanId, algorithmIds, object, part }: DeliveryRow): Promise<Buffer | null> {
    if (isOfRun(object)) return scans.objects.ofRun(systemContext, institutionId, scanId, object, part);
    return object === 'structured-report'
      ? scans.exports.structuredReport(systemContext, institutionId, scanId, algorithmIds)
      : scans.exports.encapsulatedPdf(systemContext, institutionId, scanId, algorithmIds);
  }

  async function deliver({ deliveryId }: { deliveryId: string }, { isLastAttempt }: Attempt): Promise<void> {
    const found = await store.findDelivery(db.drizzle, deliveryId);
    if (found?.delivery.state !== 'waiting') return;
    const { delivery, peer, receiver } = found;
    const sending = receiver ? sentOverWeb(delivery, receiver) : peer ? sent(delivery, peer) : NOT_OPEN;
    const outcome = await Promise.resolve(sending).catch((error: unknown) => {
      if (!isLastAttempt && !isWithoutStudy(error)) throw error;
      log.error({ deliveryId, err: error }, 'a result could not be made');
      return NOT_MAKEABLE;
    });
    const attempts = delivery.attempts + 1;
    if (outcome === 'sent') {
      await db.transaction(async (tx) => {
        const told = { state: 'sent' as const, attempts, lastOutcome: null, sentAt: clock.now() };
        // What was stored by STOW-RS is stored: nothing is asked after it (PS3.18 section 10.5.3).
        await store.updateDelivery(tx, deliveryId, { ...told, ...(receiver ? { content: null } : {}) });
        if (!receiver)
          await queue.enqueue(tx, askForCommitment, { deliveryId }, { turn: turnOf(delivery.institutionId) });
        await audited(tx, systemContext, 'pacs.send-result', delivery);
      });
      return;
    }
    const isOver = isLastAttempt || outcome === NOT_MAKEABLE;
    const state = isOver ? ('failed' as const) : ('waiting' as const);
    await store.updateDelivery(db.drizzle, deliveryId, { state, attempts, lastOutcome: outcome });
    // The last try does not throw: the list of deliveries shows the failure and offers to send it again.
    if (isOver) return;
    log.warn({ deliveryId, peerId: peer?.id ?? receiver?.id, outcome }, 'a result was not delivered');
    throw new Error(`a result was not delivered: ${outcome}`);
  }

  /** @returns 'sent', or why not */
  async function sent(delivery: DeliveryRow, peer: PeerRow): Promise<string> {
    if (!peer.isOpen) return NOT_OPEN;
    const content = await contentOf(delivery);
    if (!content) return NOT_MAKEABLE;
    const { sopClassUid, sopInstanceUid, offset } = namesIn(content);
    const instance = {
      ...{ sopClassUid, sopInstanceUid, transferSyntax: EXPLICIT_LE },
      open: async () => inOnePiece(content.subarray(offset)),
    };
    let outcome = 'NOT_TAKEN';
    // The loop runs to the end, so that the association is released.
    for await (const { result, status, reason } of sendInstances(tools, peer, [instance])) {
      if (result !== 'failed') outcome = 'sent';
      else outcome = status === undefined ? (reason ?? outcome) : `STATUS ${status.toString(16).padStart(4, '0')}`;
    }
    return outcome;
  }

  /** @returns 'sent', or why not */
  async function sentOverWeb(delivery: DeliveryRow, receiver: WebReceiverRow): Promise<string> {
    const file = await contentOf(delivery);
    if (!file) return NOT_MAKEABLE;
    return storeOverWeb(webReceivers.destinationOf(receiver), { file, sopInstanceUid: namesIn(file).sopInstanceUid });
  }

  /** Asks the receiver for storage commitment; without that service, C-STORE success counts. */
  async function ask({ deliveryId }: { deliveryId: string }): Promise<void> {
    const found = await store.findDelivery(db.drizzle, deliveryId);
    if (found?.delivery.state !== 'sent' || !found.peer || found.delivery.commitmentId || !found.delivery.content)
      return;
    const { sopClassUid, sopInstanceUid } = namesIn(found.delivery.content);
    await commitments.ask(found.peer, [{ sopClassUid, sopInstanceUid }], (tx, commitmentId) =>
      store.updateDelivery(tx, deliveryId, { commitmentId }),
    );
  }

  const audited = (tx: Tx, context: Context, action: string, { scanId, peerId, receiverId, object }: DeliveryRow) =>
    audit.record(tx, context, {
      ...{ action, subjectType: 'scan', subjectId: scanId },
      details: { ...(peerId ? { peerId } : { receiverId: receiverId ?? '' }), object },
    });

  return {
    plan,
    deliver,

    async list(wish: PageWish, institutionId?: string): Promise<z.output<typeof contract.listDeliveries.answer>> {
      const { rows, ...around } = await store.findDeliveries(db.drizzle, institutionId, wish);
      return {
        rows: rows.map(({ commitment, state, createdAt, sentAt, isByWeb, place: _place, ...row }) => ({
          ...row,
          by: isByWeb ? ('stow-rs' as const) : ('c-store' as const),
          state: state === 'sent' && commitment !== null && commitment !== 'open' ? commitment : state,
          createdAt: createdAt.toISOString(),
          sentAt: sentAt?.toISOString() ?? null,
        })),
        ...around,
      };
    },

    /**
     * Sends a delivery again that failed or was not kept. One that names a former patient stays in the list, and the object with
     * the present one is a delivery of its own. @throws AppError NOT_FOUND
     */
    async again(context: Context, institutionId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const found = await store.findDelivery(tx, id);
        const row = found?.delivery;
        if (row?.institutionId !== institutionId || row.state === 'waiting') throw notFound('delivery');
        const correctionId = (await studies.corrections.current(tx, { scanId: row.scanId }))?.id ?? null;
        if (row.sentAt && row.correctionId !== correctionId) {
          const { peerId, receiverId, scanId, submission, object, part, algorithmIds } = row;
          const corrected = { institutionId, peerId, receiverId, scanId, submission, object, part, algorithmIds };
          const newRow = { ...corrected, id: newId(), resentFor: correctionId, createdAt: clock.now() };
          if (!(await store.insertDelivery(tx, newRow))) throw notFound('delivery');
          await queue.enqueue(tx, deliverResult, { deliveryId: newRow.id }, { turn: turnOf(institutionId) });
          await audited(tx, context, 'pacs.send-corrected', row);
          return;
        }
        // The receiver has committed to keep it.
        if (row.state === 'sent' && !row.content) throw notFound('delivery');
        await store.updateDelivery(tx, id, { state: 'waiting', commitmentId: null });
        await queue.enqueue(tx, deliverResult, { deliveryId: id }, { turn: turnOf(institutionId) });
        await audited(tx, context, 'pacs.send-again', row);
      });
    },

    setRoute: createSetRoute(tools),

    registerJobs(): void {
      queue.handle(resultsReady, plan);
      queue.handle(resultsAgreed, plan);
      queue.handle(deliverResult, deliver);
      queue.handle(askForCommitment, ask);
    },
  };
}

/** Class and UID of an object that was made here, and where its data set begins. */
function namesIn(content: Buffer) {
  const { mediaStorageSopClassUid = '', mediaStorageSopInstanceUid = '', offset } = findLayout(content);
  return { sopClassUid: mediaStorageSopClassUid, sopInstanceUid: mediaStorageSopInstanceUid, offset };
}
