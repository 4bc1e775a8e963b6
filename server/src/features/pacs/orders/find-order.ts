import { z } from 'zod';
import { type Attempt, defineJob, FOR_A_DAY, JobGivenUp, turnOf } from '../../../adapters/queue/port.ts';
import { systemContext } from '../../../core/actor.ts';
import { STATUS } from '../../../dimse/messages/statuses.ts';
import { EXPLICIT_LE, IMPLICIT_LE, MODALITY_WORKLIST } from '../../../dimse/messages/uids.ts';
import { createUser } from '../../../dimse/services/user.ts';
import { imagesComplete } from '../../scans/index.ts';
import type { PeerRow } from '../pacs.tables.ts';
import type { PacsTools } from '../pacs-tools.ts';
import { callPeer } from '../peers/call-peer.ts';
import { chooseOrder, type WorklistEntry } from './choose-order.ts';
import { findWorklists, keepOrder } from './orders.store.ts';
import { readWorklistEntry, writeWorklistQuery } from './worklist-identifier.ts';

/** A worklist may be down over night. */
const findOrder = defineJob({
  name: 'pacs.find-order',
  payload: z.strictObject({ scanId: z.uuid(), institutionId: z.uuid() }),
  options: { ...FOR_A_DAY, expireInSeconds: 120 },
});

const PROPOSAL = { abstractSyntax: MODALITY_WORKLIST, transferSyntaxes: [EXPLICIT_LE, IMPLICIT_LE] };
/** Nobody has more orders at a time: the search is cancelled then. */
const MOST_ENTRIES = 200;
/** A value of this kind has 64 characters, and none that a worklist would take for a wildcard or a list (PS3.5 section 6.2). */
const isPatientId = (text: string) => text.length <= 64 && !/[*?\\]/.test(text);

/**
 * The order of a study that came without an accession number, from the modality worklist of its institution (PS3.4 annex K).
 */
export function createOrders(tools: PacsTools) {
  const { db, clock, queue, audit, log, scans, studies } = tools;

  /** Handles `trial.images-complete`. */
  const plan = ({ scanId, institutionId }: { scanId: string; institutionId: string }): Promise<void> =>
    db.transaction(async (tx) => {
      if ((await findWorklists(tx, institutionId)).length === 0) return;
      await queue.enqueue(tx, findOrder, { scanId, institutionId }, { turn: turnOf(institutionId) });
    });

  async function entriesOf(peer: PeerRow, patientId: string): Promise<WorklistEntry[]> {
    const association = await callPeer(tools, peer, { proposals: [PROPOSAL] });
    try {
      const { transferSyntax = EXPLICIT_LE } = association.contexts[0] ?? {};
      const found = createUser(association).find(MODALITY_WORKLIST, writeWorklistQuery(patientId, transferSyntax));
      const entries: WorklistEntry[] = [];
      for (;;) {
        const next = await found.next();
        if (next.done) {
          if (next.value?.status !== STATUS.success)
            throw new Error(`answered with ${next.value?.status.toString(16) ?? 'no such service'}`);
          break;
        }
        entries.push(readWorklistEntry(next.value, transferSyntax));
        if (entries.length < MOST_ENTRIES) continue;
        // Cancels it.
        await found.return(null);
        break;
      }
      await association.release();
      return entries;
    } finally {
      association.abort();
    }
  }

  /** Handles `pacs.find-order`. Safe to run twice: what is filled in is left as it is. */
  async function find(
    { scanId, institutionId }: { scanId: string; institutionId: string },
    { isLastAttempt }: Attempt,
  ): Promise<void> {
    const study = await studies.unorderedStudy(db.drizzle, scanId);
    if (!study || !isPatientId(study.patientId)) return;
    let failure: unknown;
    for (const peer of await findWorklists(db.drizzle, institutionId)) {
      let chosen: ReturnType<typeof chooseOrder>;
      try {
        chosen = chooseOrder(study, await entriesOf(peer, study.patientId));
      } catch (error) {
        log.warn({ err: error, peerId: peer.id, scanId }, 'a worklist did not answer');
        failure = error;
        continue;
      }
      if (!chosen) continue;
      const { order, matchedBy } = chosen;
      const { accessionNumber, procedureId } = order;
      await db.transaction(async (tx) => {
        const row = { scanId, institutionId, peerId: peer.id, matchedBy, accessionNumber, procedureId };
        if (!(await keepOrder(tx, { ...row, foundAt: clock.now() }))) return;
        await studies.fillAccessionNumber(tx, scanId, accessionNumber);
        await scans.orderFound(tx, scanId, institutionId, order.description);
        await audit.record(tx, systemContext, {
          action: 'pacs.find-order',
          subjectType: 'scan',
          subjectId: scanId,
          details: { peerId: peer.id, matchedBy },
        });
      });
      return;
    }
    if (failure === undefined) return;
    if (isLastAttempt) throw new JobGivenUp('no worklist of the institution answers');
    throw failure;
  }

  return {
    registerJobs(): void {
      queue.handle(imagesComplete, plan);
      queue.handle(findOrder, find);
    },
  };
}
