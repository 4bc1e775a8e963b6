import { type notes as contract, given } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context, StaffActor } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { HOUR_MS } from '../../core/clock.ts';
import { newId, sha256Hex } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import { type Audit, isRecentlyRecorded } from '../audit/index.ts';
import type { CaseRow, Cases } from '../cases/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Reports } from '../reports/index.ts';
import * as store from './notes.store.ts';
import type { NoteRow } from './notes.tables.ts';

export type Notes = ReturnType<typeof createNotes>;

interface Others {
  accounts: Accounts;
  audit: Audit;
  cases: Cases;
  notifications: Notifications;
  reports: Pick<Reports, 'preliminary' | 'secondReads'>;
}

const WORKLIST = '/console/worklist';

/** Radiologists ask and answer each other about a case: in no report, for no patient (docs/decisions/0233). */
export function createNotes(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { accounts, audit, cases, notifications, reports }: Others,
) {
  /** The case, for a reader whom the opinions of others are not kept from. @throws AppError SECOND_READ_BLINDED */
  async function openTo(tx: Tx, context: Context, staff: StaffActor, caseId: string): Promise<CaseRow> {
    const caseRow = await cases.forPatient(tx, context, caseId);
    await reports.secondReads.assertNotBlinded(tx, staff, caseRow);
    return caseRow;
  }

  /** Notes may tell what AI found: who reads before AI has those from or to them alone. */
  const shownTo = async (tx: Tx, staff: StaffActor, caseRow: CaseRow): Promise<NoteRow[]> =>
    store.findNotes(
      tx,
      caseRow.id,
      (await reports.preliminary.isWithheld(tx, staff, caseRow)) ? { reader: staff.id } : undefined,
    );

  /** Names neither case nor patient, and no row about it does: nothing of it has to be found when a patient is erased. */
  async function tell(tx: Tx, row: NoteRow): Promise<void> {
    const colleague = (await accounts.staff.ofRole(tx, 'radiologist')).find(({ id }) => id === row.toId);
    if (!colleague) return;
    await notifications.enqueue(tx, {
      channel: 'email',
      recipient: colleague.email,
      template: row.questionId === null ? 'colleague-asks' : 'colleague-answers',
      params: { link: notifications.link(WORKLIST) },
      language: colleague.language,
      dedupeKey: sha256Hex(`note:${row.id}`),
    });
  }

  async function write(
    tx: Tx,
    context: Context,
    { staff, caseRow }: { staff: StaffActor; caseRow: CaseRow },
    entry: Pick<NoteRow, 'questionId' | 'toId' | 'toName' | 'text'>,
  ): Promise<contract.Note> {
    const row: NoteRow = {
      ...entry,
      id: newId(),
      caseId: caseRow.id,
      authorId: staff.id,
      authorName: staff.name,
      createdAt: clock.now(),
      readAt: null,
      answeredAt: null,
    };
    await store.insertNote(tx, row);
    await tell(tx, row);
    await cases.notifyConsole(tx, caseRow.id);
    await audit.record(tx, context, {
      action: row.questionId === null ? 'notes.ask' : 'notes.answer',
      subjectType: 'case',
      subjectId: caseRow.id,
      details: { to: row.toId },
    });
    return present(row);
  }

  return {
    list: (context: Context, staff: StaffActor, caseId: string) =>
      db.transaction(async (tx) => {
        const caseRow = await openTo(tx, context, staff, caseId);
        const rows = await shownTo(tx, staff, caseRow);
        // Whoever has read what another reader says of these images reads them blinded no more.
        if (rows.some(({ authorId }) => authorId !== staff.id)) await reports.secondReads.leaveSeen(tx, staff, caseRow);
        const there = new Set((await accounts.staff.presentOfRole(tx, 'radiologist')).map(({ id }) => id));
        const others = (await accounts.staff.ofRole(tx, 'radiologist')).filter(({ id }) => id !== staff.id);
        const names = await accounts.staffNames(
          tx,
          others.map(({ id }) => id),
        );
        // An open page asks again with every change of the case: the same notes once more within the hour are no news.
        const entry = {
          action: 'notes.read',
          subjectType: 'case',
          subjectId: caseId,
          details: { case: caseId, notes: rows.length },
        };
        if (!(await isRecentlyRecorded(tx, context, entry, HOUR_MS))) await audit.record(tx, context, entry);
        return {
          notes: rows.map(present),
          colleagues: others.map(({ id }) => ({ id, name: names.get(id) ?? '', isAbsent: !there.has(id) })),
        };
      }),

    /** @throws AppError COLLEAGUE_NOT_THERE for who is away, reads here no more, or asks */
    ask: (
      context: Context,
      staff: StaffActor,
      caseId: string,
      { colleagueId, text }: { colleagueId: string; text: string },
    ): Promise<contract.Note> =>
      db.transaction(async (tx) => {
        const caseRow = await openTo(tx, context, staff, caseId);
        await cases.assertConsentInReview(tx, caseRow);
        const there = await accounts.staff.presentOfRole(tx, 'radiologist');
        if (colleagueId === staff.id || !there.some(({ id }) => id === colleagueId))
          throw new AppError('COLLEAGUE_NOT_THERE');
        const names = await accounts.staffNames(tx, [colleagueId]);
        const toName = given(names.get(colleagueId), 'the name of the colleague');
        return write(tx, context, { staff, caseRow }, { questionId: null, toId: colleagueId, toName, text });
      }),

    /** By whomever: where the one who was asked is away, somebody else helps. What the asker adds is for the one who was asked. */
    answer: (
      context: Context,
      staff: StaffActor,
      { caseId, noteId }: { caseId: string; noteId: string },
      text: string,
    ): Promise<contract.Note> =>
      db.transaction(async (tx) => {
        const caseRow = await openTo(tx, context, staff, caseId);
        const question = await store.lockQuestion(tx, caseId, noteId);
        const isShown = (await shownTo(tx, staff, caseRow)).some(({ id }) => id === noteId);
        if (!question || !isShown) throw notFound('note');
        const isAsker = question.authorId === staff.id;
        if (!isAsker) await store.markAnswered(tx, question.id, clock.now());
        const { toId, toName, authorId, authorName } = question;
        return write(
          tx,
          context,
          { staff, caseRow },
          {
            questionId: question.id,
            ...(isAsker ? { toId, toName } : { toId: authorId, toName: authorName }),
            text,
          },
        );
      }),

    markRead: (context: Context, staff: StaffActor, caseId: string): Promise<void> =>
      db.transaction(async (tx) => {
        await openTo(tx, context, staff, caseId);
        const marked = await store.markRead(tx, caseId, staff.id, clock.now());
        if (marked > 0) await cases.notifyConsole(tx, caseId);
      }),
  };
}

const present = (row: NoteRow): contract.Note => ({
  id: row.id,
  questionId: row.questionId,
  author: { id: row.authorId, name: row.authorName },
  to: { id: row.toId, name: row.toName },
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  readAt: row.readAt?.toISOString() ?? null,
});
