import { type questions as contract, LIMITS } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context, PatientActor, StaffActor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Notifications } from '../notifications/index.ts';
import * as store from './questions.store.ts';
import type { QuestionRow } from './questions.tables.ts';

export type Questions = ReturnType<typeof createQuestions>;

/** Questions and answers between patient and radiologist within a case, with what the other side has read. */
export function createQuestions(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  {
    accounts,
    audit,
    cases,
    notifications,
  }: { accounts: Accounts; audit: Audit; cases: Cases; notifications: Notifications },
) {
  async function write(
    tx: Tx,
    context: Context,
    entry: Pick<QuestionRow, 'caseId' | 'author' | 'authorName' | 'authorId' | 'text'>,
  ): Promise<QuestionRow> {
    const row: QuestionRow = { ...entry, id: newId(), createdAt: clock.now(), readAt: null };
    await store.insertEntry(tx, row);
    await cases.notifyChanged(tx, entry.caseId);
    const action = entry.author === 'patient' ? 'questions.ask' : 'questions.answer';
    await audit.record(tx, context, { action, subjectType: 'case', subjectId: entry.caseId });
    return row;
  }

  return {
    list: (context: Context, caseId: string): Promise<contract.QuestionEntry[]> =>
      db.transaction(async (tx) => {
        await cases.forPatient(tx, context, caseId);
        const rows = await store.findEntries(tx, caseId);
        await audit.record(tx, context, { action: 'questions.read', subjectType: 'case', subjectId: caseId });
        return rows.map(present);
      }),

    /** @throws AppError CONSENT_REQUIRED; TOO_MANY_REQUESTS beyond the daily limit of questions in one case */
    ask: (context: Context, patient: PatientActor, caseId: string, text: string): Promise<contract.QuestionEntry> =>
      db.transaction(async (tx) => {
        const row = await cases.forPatient(tx, context, caseId);
        await cases.assertConsent(tx, row);
        const asked = await store.countSince(tx, row.id, 'patient', later(clock.now(), -DAY_MS));
        if (asked >= LIMITS.questionsPerDay) throw new AppError('TOO_MANY_REQUESTS');
        return present(
          await write(tx, context, { caseId, author: 'patient', authorName: null, authorId: patient.id, text }),
        );
      }),

    answer: (context: Context, staff: StaffActor, caseId: string, text: string): Promise<contract.QuestionEntry> =>
      db.transaction(async (tx) => {
        const row = await cases.forPatient(tx, context, caseId);
        const contact = await accounts.contactOf(tx, row.patientId);
        const entryId = newId();
        const link = notifications.link(`/second-opinion/cases/${caseId}`);
        await notifications.notify(
          tx,
          contact,
          'case-answer',
          { caseNumber: row.caseNumber, link },
          `answer:${entryId}`,
        );
        return present(
          await write(tx, context, {
            caseId,
            author: 'radiologist',
            authorName: staff.name,
            authorId: staff.id,
            text,
          }),
        );
      }),

    /** Marks the other side's entries as read; does nothing where there are no new ones. */
    markRead: (context: Context, caseId: string, reader: 'patient' | 'radiologist'): Promise<void> =>
      db.transaction(async (tx) => {
        await cases.forPatient(tx, context, caseId);
        const writtenBy = reader === 'patient' ? 'radiologist' : 'patient';
        const marked = await store.markRead(tx, caseId, writtenBy, clock.now());
        if (marked > 0) await cases.notifyChanged(tx, caseId);
      }),
  };
}

const present = (row: QuestionRow): contract.QuestionEntry => ({
  id: row.id,
  author: row.author,
  authorName: row.authorName,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  readAt: row.readAt?.toISOString() ?? null,
});
