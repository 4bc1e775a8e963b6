import { AppError } from '../../core/app-error.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import { canAddImages, dueTime, isOpen } from './cases.policy.ts';
import * as store from './cases.store.ts';
import type { CaseRow } from './cases.tables.ts';

export type ConsentedCases = ReturnType<typeof createConsentedCases>;

/**
 * Consent checks for cases (docs/decisions/0065): without consent nothing is accepted, analysed or signed. A submission
 * whose work was left undone is `stopped` and never gets a draft; the next submission is analysed again.
 */
export function createConsentedCases({ clock }: Pick<Parts, 'clock'>, { accounts }: { accounts: Accounts }) {
  const { consents } = accounts.patients;

  return {
    /** @throws AppError CASE_NOT_OPEN_FOR_IMAGES, CONSENT_REQUIRED */
    async assertTakesImagesOf(on: store.Queries, row: CaseRow): Promise<void> {
      if (!canAddImages(row)) throw new AppError('CASE_NOT_OPEN_FOR_IMAGES');
      if (!(await consents.has(on, row.patientId))) throw new AppError('CONSENT_REQUIRED');
    },

    /** Call in the transaction of a change; consent cannot be withdrawn before it ends. @throws AppError CONSENT_REQUIRED */
    async assertConsent(tx: store.Queries, { patientId }: Pick<CaseRow, 'patientId'>): Promise<void> {
      if (!(await consents.hold(tx, patientId))) throw new AppError('CONSENT_REQUIRED');
    },
    /**
     * The same check before a measurement and a signature, with an error for radiologists.
     * @throws AppError CASE_WITHOUT_CONSENT
     */
    async assertConsentInReview(tx: store.Queries, { patientId }: CaseRow): Promise<void> {
      if (!(await consents.hold(tx, patientId))) throw new AppError('CASE_WITHOUT_CONSENT');
    },

    isConsentMissing: async (on: store.Queries, row: CaseRow): Promise<boolean> =>
      isOpen(row) && !(await consents.has(on, row.patientId)),

    /** A quick check between two pieces of work, without a lock; `stopsWithoutConsent` decides. */
    mayGoOn: async (on: store.Queries, caseId: string): Promise<boolean> => {
      const row = await store.findCase(on, caseId);
      return row !== undefined && row.pipeline !== 'stopped' && (await consents.has(on, row.patientId));
    },

    /** Call before and after each piece of work of a job: where true, the job must stop and store nothing. */
    async stopsWithoutConsent(tx: store.Queries, caseId: string, submission: number): Promise<boolean> {
      const row = await store.lockCase(tx, caseId);
      if (!row) return true;
      if (row.pipeline === 'stopped' && row.submission === submission) return true;
      if (await consents.has(tx, row.patientId)) return false;
      if (row.pipeline === 'analysing' && row.submission === submission) {
        await store.updateCase(tx, caseId, { pipeline: 'stopped' });
        await store.notifyChange(tx, row.patientId, caseId);
      }
      return true;
    },

    /**
     * Gives a case in review a new due time once consent is complete again, so that the time without consent does not
     * count.
     */
    async restartClock(tx: store.Queries, row: CaseRow): Promise<void> {
      await store.updateCase(tx, row.id, { dueAt: dueTime(row.urgency, clock.now()) });
      await store.notifyChange(tx, row.patientId, row.id);
    },
  };
}
