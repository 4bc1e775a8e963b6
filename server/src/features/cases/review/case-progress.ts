import { AppError, notFound } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import * as store from '../cases.store.ts';
import type { CaseRow } from '../cases.tables.ts';

/** Steps of a case in review: drafted, failed, signed. */
export function createProgress({ clock }: Pick<Parts, 'clock'>) {
  return {
    async markDraftReady(tx: store.Queries, caseId: string, submission: number): Promise<void> {
      const row = await store.lockCase(tx, caseId);
      if (!row || row.submission !== submission || row.pipeline !== 'analysing') return;
      await store.updateCase(tx, caseId, { pipeline: 'draft-ready' });
      await store.notifyConsole(tx, caseId);
    },
    async markFailed(tx: store.Queries, caseId: string, submission: number): Promise<void> {
      const row = await store.lockCase(tx, caseId);
      if (!row || row.submission !== submission || row.pipeline !== 'analysing') return;
      await store.updateCase(tx, caseId, { pipeline: 'failed' });
      await store.notifyConsole(tx, caseId);
    },
    /** processing → completed, with the signature. */
    async complete(tx: store.Queries, caseId: string): Promise<CaseRow> {
      const row = await store.lockCase(tx, caseId);
      if (!row) throw notFound('case');
      if (row.status !== 'processing') throw new AppError('CASE_NOT_IN_REVIEW');
      const completed = await store.updateCase(tx, caseId, {
        status: 'completed',
        pipeline: 'signed',
        completedAt: clock.now(),
      });
      await store.notifyChange(tx, row.patientId, caseId);
      return completed;
    },
  };
}
