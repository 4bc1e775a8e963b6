import { systemContext } from '../../../core/actor.ts';
import type { Parts } from '../../../parts.ts';
import type { Audit } from '../../audit/index.ts';
import type { Cases } from '../../cases/index.ts';
import { ingestStudies } from '../studies.jobs.ts';
import { findTurn } from '../studies.store.ts';

/**
 * `accounts.consents-complete`: submits cases again that were stopped for lack of consent, with the images that they
 * have; a case that waited with its draft gets a new deadline. Safe to run twice: a case that continues is no longer
 * stopped.
 */
export async function continueCases(
  { db, queue }: Pick<Parts, 'db' | 'queue'>,
  { cases, audit }: { cases: Cases; audit: Audit },
  { patientId }: { patientId: string },
): Promise<void> {
  for (const { id: caseId } of await cases.ofPatient(db.drizzle, patientId)) {
    await db.transaction(async (tx) => {
      const row = await cases.lock(tx, caseId);
      if (row.status !== 'processing' || (await cases.isConsentMissing(tx, row))) return;
      if (row.pipeline === 'stopped') {
        const turn = await findTurn(tx, { caseId });
        await queue.enqueue(tx, ingestStudies, { caseId, submission: row.submission + 1 }, { turn });
        await cases.submit(tx, systemContext, row);
      } else if (row.pipeline !== 'analysing') await cases.restartClock(tx, row);
      else return;
      const entry = { action: 'cases.continue-with-consent', subjectType: 'case', subjectId: caseId };
      await audit.record(tx, systemContext, entry);
    });
  }
}
