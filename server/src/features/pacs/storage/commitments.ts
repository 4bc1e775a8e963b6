import { LIMITS } from '@duai/contract';
import { z } from 'zod';
import type { Tx } from '../../../adapters/database/port.ts';
import { type Attempt, defineJob, FOR_A_DAY, JobGivenUp, turnOf } from '../../../adapters/queue/port.ts';
import { uidOf } from '../../../core/derived-ids.ts';
import { newId } from '../../../core/ids.ts';
import { type Outcome, STATUS } from '../../../dimse/messages/statuses.ts';
import { EXPLICIT_LE, IMPLICIT_LE, STORAGE_COMMITMENT } from '../../../dimse/messages/uids.ts';
import type { CommitmentCall } from '../../../dimse/services/provider.ts';
import { createUser } from '../../../dimse/services/user.ts';
import { forgetContent } from '../deliveries/deliveries.store.ts';
import { findOpenPeer } from '../pacs.store.ts';
import type { CommitmentRow, PeerRow } from '../pacs.tables.ts';
import type { PacsTools } from '../pacs-tools.ts';
import { callPeer } from '../peers/call-peer.ts';
import {
  type CommitmentInformation,
  type FailedReference,
  type InstanceReference,
  readCommitment,
  writeCommitment,
} from './commitment-information.ts';
import {
  deleteCommitment,
  endCommitment,
  findAsked,
  findCommitment,
  hasMoreOpen,
  insertCommitment,
} from './commitments.store.ts';

/** Retried for about a day, since an archive may be down over night. */
const reportCommitment = defineJob({
  name: 'pacs.report-commitment',
  payload: z.strictObject({ commitmentId: z.uuid() }),
  options: { ...FOR_A_DAY, expireInSeconds: 120 },
});

/** Event types of the Storage Commitment Push Model (PS3.4 section J.3.3.1). */
const ALL_KEPT = 1;
const SOME_NOT_KEPT = 2;

const PROPOSAL = { abstractSyntax: STORAGE_COMMITMENT, transferSyntaxes: [EXPLICIT_LE, IMPLICIT_LE] };

export type Commitments = ReturnType<typeof createCommitments>;

/**
 * Storage commitment (PS3.4 annex J): this server answers requests about its instances, and asks peers about instances
 * sent to them.
 */
export function createCommitments(tools: PacsTools) {
  const { db, clock, queue, log, studies } = tools;

  /** Splits instances into those whose files are stored and not known as damaged, and the others. */
  async function lookedUp(institutionId: string, instances: readonly InstanceReference[]) {
    const rows = await studies.institutionSearch.kept(
      institutionId,
      instances.map(({ sopInstanceUid }) => sopInstanceUid),
    );
    const classes = Map.groupBy(rows, (row) => row.sopInstanceUid);
    const failed: FailedReference[] = [];
    const kept = instances.filter((instance) => {
      const found = classes.get(instance.sopInstanceUid);
      if (found?.some(({ sopClassUid }) => sopClassUid === instance.sopClassUid)) return true;
      failed.push({ ...instance, reason: found ? STATUS.classInstanceConflict : STATUS.noSuchInstance });
      return false;
    });
    return { kept, failed };
  }

  /** Handles `pacs.report-commitment`. Safe to run twice: the peer recognises the transaction. */
  async function report({ commitmentId }: { commitmentId: string }, { isLastAttempt }: Attempt): Promise<void> {
    const found = await findCommitment(db.drizzle, commitmentId);
    if (found?.commitment.state !== 'open' || !found.peer.isOpen) return;
    const { commitment, peer } = found;
    const { kept, failed } = await lookedUp(commitment.institutionId, commitment.instances);
    try {
      // The report uses an association of its own, with reversed roles (PS3.4 section J.3.3.1.1).
      const roles = new Map([[STORAGE_COMMITMENT, { scu: false, scp: true }]]);
      const association = await callPeer(tools, peer, { proposals: [PROPOSAL], user: { roles } });
      try {
        const { transferSyntax = EXPLICIT_LE } = association.contexts[0] ?? {};
        const { transactionUid } = commitment;
        const information = writeCommitment({ transactionUid, instances: kept, failed }, transferSyntax);
        const type = failed.length > 0 ? SOME_NOT_KEPT : ALL_KEPT;
        const outcome = await createUser(association).reportCommitment(type, information);
        if (outcome?.status !== STATUS.success)
          throw new Error(`answered with ${outcome?.status.toString(16) ?? 'no such service'}`);
        await association.release();
      } finally {
        association.abort();
      }
    } catch (error) {
      log.warn({ err: error, peerId: peer.id, commitmentId }, 'a storage commitment was not reported');
      if (isLastAttempt) throw new JobGivenUp('the peer takes no report of its storage commitment');
      throw error;
    }
    const state = failed.length > 0 ? 'not-kept' : 'kept';
    await endCommitment(db.drizzle, commitmentId, { state, failed, reportedAt: clock.now() });
  }

  /** @returns false where the peer has too many waiting requests; a repeated request is stored once */
  async function keepRequest(row: Pick<CommitmentRow, 'institutionId' | 'peerId' | 'transactionUid' | 'instances'>) {
    const id = newId();
    return db.transaction(async (tx) => {
      const isNew = await insertCommitment(tx, { ...row, id, askedBy: 'peer', createdAt: clock.now() });
      if (!isNew) return true;
      if (await hasMoreOpen(tx, row.peerId, LIMITS.openCommitments)) {
        await deleteCommitment(tx, id);
        return false;
      }
      await queue.enqueue(tx, reportCommitment, { commitmentId: id }, { turn: turnOf(row.institutionId) });
      return true;
    });
  }

  return {
    /** The commitment services for one association of a peer. */
    servicesFor: ({ id: peerId, institutionId }: PeerRow) => ({
      /** N-ACTION: accepts a request; the answer follows later in a report. */
      async requestCommitment({ context, type, information }: CommitmentCall): Promise<Outcome> {
        if (type !== 1) return { status: STATUS.noSuchAction };
        const peer = await findOpenPeer(db.drizzle, peerId);
        if (!peer) return { status: STATUS.notAuthorized };
        if (peer.port === null)
          return { status: STATUS.processingFailure, comment: 'No address is known to report to' };
        const asked = readOrNothing(information, context.transferSyntax);
        if (!asked || asked.instances.length === 0) return { status: STATUS.invalidArgument };
        const { transactionUid, instances } = asked;
        const isTaken = await keepRequest({ institutionId, peerId, transactionUid, instances });
        return isTaken
          ? { status: STATUS.success }
          : { status: STATUS.resourceLimitation, comment: 'Too many requests wait for their report' };
      },

      /** N-EVENT-REPORT: takes the report of a peer on what it keeps. */
      async reportCommitment({ context, information }: CommitmentCall): Promise<Outcome> {
        const told = readOrNothing(information, context.transferSyntax);
        if (!told) return { status: STATUS.invalidArgument };
        const asked = await findAsked(db.drizzle, peerId, told.transactionUid);
        if (!asked) return { status: STATUS.processingFailure, comment: 'No such transaction' };
        if (asked.state !== 'open') return { status: STATUS.success };
        const kept = new Set(told.instances.map(({ sopInstanceUid }) => sopInstanceUid));
        const reasons = new Map(told.failed.map(({ sopInstanceUid, reason }) => [sopInstanceUid, reason]));
        // An instance that the report does not mention counts as not kept.
        const failed = asked.instances
          .filter(({ sopInstanceUid }) => !kept.has(sopInstanceUid))
          .map((one) => ({ ...one, reason: reasons.get(one.sopInstanceUid) ?? STATUS.processingFailure }));
        const state = failed.length > 0 ? 'not-kept' : 'kept';
        await endCommitment(db.drizzle, asked.id, { state, failed, reportedAt: clock.now() });
        if (state === 'kept') await forgetContent(db.drizzle, asked.id);
        return { status: STATUS.success };
      },
    }),

    /**
     * Asks a peer whether it keeps instances; the answer comes later by an event.
     * @returns the id of the commitment, or null where the peer has no such service
     * @throws Error when the peer cannot be asked
     */
    async ask(
      peer: PeerRow,
      instances: InstanceReference[],
      refer: (tx: Tx, id: string) => Promise<void>,
    ): Promise<string | null> {
      const id = newId();
      const transactionUid = uidOf(id);
      const association = await callPeer(tools, peer, { proposals: [PROPOSAL] });
      try {
        const [context] = association.contexts;
        if (!context) return null;
        const row = { id, peerId: peer.id, institutionId: peer.institutionId, askedBy: 'server' as const };
        // Stored before the request is sent, because the answer may come before a later transaction ends.
        await db.transaction(async (tx) => {
          await insertCommitment(tx, { ...row, transactionUid, instances, createdAt: clock.now() });
          await refer(tx, id);
        });
        const information = writeCommitment({ transactionUid, instances, failed: [] }, context.transferSyntax);
        try {
          const outcome = await createUser(association).requestCommitment(information);
          if (outcome?.status !== STATUS.success)
            throw new Error(`a storage commitment was refused: ${outcome?.status.toString(16)}`);
        } catch (error) {
          // The next try uses a new transaction.
          await deleteCommitment(db.drizzle, id);
          throw error;
        }
        await association.release();
        return id;
      } finally {
        association.abort();
      }
    },

    registerJobs: () => queue.handle(reportCommitment, report),
  };
}

function readOrNothing(bytes: Buffer, transferSyntax: string): CommitmentInformation | undefined {
  try {
    return readCommitment(bytes, transferSyntax);
  } catch {
    return undefined;
  }
}
