import { type questions as contract, LIMITS } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context, PatientActor, StaffActor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { DAY_MS, later } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { lockByName } from '../../core/lock-by-name.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import type { CaseRow, Cases } from '../cases/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Reports } from '../reports/index.ts';
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
    reports: { preliminary, secondReads },
  }: {
    accounts: Accounts;
    audit: Audit;
    cases: Cases;
    notifications: Notifications;
    reports: Pick<Reports, 'preliminary' | 'secondReads'>;
  },
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

  /** The thread tells what the first reader and the signed report say. @throws AppError SECOND_READ_BLINDED */
  async function openTo(tx: Tx, context: Context, staff: StaffActor, caseId: string): Promise<CaseRow> {
    const caseRow = await cases.forPatient(tx, context, caseId);
    await secondReads.assertNotBlinded(tx, staff, caseRow);
    return caseRow;
  }

  async function read(tx: Tx, context: Context, caseId: string): Promise<QuestionRow[]> {
    const rows = await store.findEntries(tx, caseId);
    await audit.record(tx, context, { action: 'questions.read', subjectType: 'case', subjectId: caseId });
    return rows;
  }

  async function markRead(tx: Tx, caseId: string, writtenBy: QuestionRow['author']): Promise<void> {
    const marked = await store.markRead(tx, caseId, writtenBy, clock.now());
    if (marked > 0) await cases.notifyChanged(tx, caseId);
  }

  return {
    list: (context: Context, caseId: string): Promise<contract.QuestionEntry[]> =>
      db.transaction(async (tx) => {
        await cases.forPatient(tx, context, caseId);
        return (await read(tx, context, caseId)).map(present);
      }),

    /** For who reads before AI without what colleagues wrote. @throws AppError SECOND_READ_BLINDED */
    listForStaff: (context: Context, staff: StaffActor, caseId: string): Promise<contract.QuestionEntry[]> =>
      db.transaction(async (tx) => {
        const caseRow = await openTo(tx, context, staff, caseId);
        const rows = await read(tx, context, caseId);
        const isOfColleague = ({ author, authorId }: QuestionRow) => author === 'radiologist' && authorId !== staff.id;
        // What a colleague told the patient may tell what AI found.
        if (await preliminary.isWithheld(tx, staff, caseRow))
          return rows.filter((row) => !isOfColleague(row)).map(present);
        if (rows.some(isOfColleague)) await secondReads.leaveSeen(tx, staff, caseRow);
        return rows.map(present);
      }),

    /** @throws AppError CONSENT_REQUIRED; TOO_MANY_REQUESTS beyond the daily limit of questions in one case */
    ask: (context: Context, patient: PatientActor, caseId: string, text: string): Promise<contract.QuestionEntry> =>
      db.transaction(async (tx) => {
        const row = await cases.forPatient(tx, context, caseId);
        await cases.assertConsent(tx, row);
        await lockByName(tx, `questions:${row.id}`);
        const asked = await store.countSince(tx, row.id, 'patient', later(clock.now(), -DAY_MS));
        if (asked >= LIMITS.questionsPerDay) throw new AppError('TOO_MANY_REQUESTS');
        return present(
          await write(tx, context, { caseId, author: 'patient', authorName: null, authorId: patient.id, text }),
        );
      }),

    /** @throws AppError SECOND_READ_BLINDED */
    answer: (context: Context, staff: StaffActor, caseId: string, text: string): Promise<contract.QuestionEntry> =>
      db.transaction(async (tx) => {
        const row = await openTo(tx, context, staff, caseId);
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

    /** Marks the answers as read; does nothing where there are no new ones. */
    markReadByPatient: (context: Context, caseId: string): Promise<void> =>
      db.transaction(async (tx) => {
        await cases.forPatient(tx, context, caseId);
        await markRead(tx, caseId, 'radiologist');
      }),

    /** Marks the questions as read. @throws AppError SECOND_READ_BLINDED for who may not see them */
    markReadByStaff: (context: Context, staff: StaffActor, caseId: string): Promise<void> =>
      db.transaction(async (tx) => {
        await openTo(tx, context, staff, caseId);
        await markRead(tx, caseId, 'patient');
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
