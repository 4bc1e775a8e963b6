import type { cases as contract } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Assigning } from './assignment/assignment.ts';
import { canAddImages, dueTime } from './cases.policy.ts';
import * as store from './cases.store.ts';
import type { CaseRow } from './cases.tables.ts';
import type { ConsentedCases } from './consented-case.ts';
import { presentWithImages } from './present-with-images.ts';
import { lockReadable, readable } from './readable-case.ts';

interface Others {
  accounts: Accounts;
  notifications: Notifications;
  consented: ConsentedCases;
  assignment: Assigning;
}

/** Accepts images for a case and submits it for review. */
export function createSubmissions(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { accounts, notifications, consented, assignment }: Others,
) {
  async function lockOpen(tx: store.Queries, context: Context, caseId: string): Promise<CaseRow> {
    const row = await lockReadable(tx, context, caseId);
    if (!canAddImages(row)) throw new AppError('CASE_NOT_OPEN_FOR_IMAGES');
    return row;
  }

  return {
    /** Call before a byte of an upload is read: throws where the final transaction would refuse. */
    async assertTakesImages(context: Context, caseId: string): Promise<void> {
      const row = await readable(db.drizzle, context, caseId);
      await consented.assertTakesImagesOf(db.drizzle, row);
    },

    /** Locks the case for a submission of images; the caller stores them in the same transaction. */
    async lockForImages(tx: store.Queries, context: Context, caseId: string): Promise<CaseRow> {
      const row = await lockOpen(tx, context, caseId);
      await consented.assertConsent(tx, row);
      return row;
    },
    /** Locks a case that is open for images. Removing something from it needs no consent. */
    lockOpen,

    /** Stores the sender's declaration that the named people are one person; part of a submission. */
    declareOnePerson: (tx: store.Queries, caseId: string, namedPeople: number): Promise<void> =>
      store.insertPersonDeclaration(tx, { id: newId(), caseId, namedPeople, declaredAt: clock.now() }),

    /** uploaded → processing: starts the due time, clears the question and assigns the case to a reader. */
    async submit(tx: Tx, context: Context, row: CaseRow): Promise<contract.PatientCase> {
      const submittedAt = clock.now();
      const submitted = await store.updateCase(tx, row.id, {
        status: 'processing',
        pipeline: 'analysing',
        submission: row.submission + 1,
        submittedAt,
        dueAt: dueTime(row.urgency, submittedAt),
        question: null,
      });
      await assignment.give(tx, submitted);
      await store.notifyChange(tx, row.patientId, row.id);
      return presentWithImages(tx, context, submitted);
    },

    /** Tells the patient that the images have arrived, once for each submission. */
    async confirmImages(tx: Tx, { id, patientId, caseNumber, submission }: CaseRow): Promise<void> {
      const contact = await accounts.contactOf(tx, patientId);
      const link = notifications.link(`/second-opinion/cases/${id}`);
      await notifications.notify(tx, contact, 'images-arrived', { caseNumber, link }, `images:${id}:${submission}`);
    },
  };
}
