import { ageOn, cases, type cases as contract, LIMITS } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, StaffActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { HOUR_MS } from '../../../core/clock.ts';
import { houseDay } from '../../../core/house-time.ts';
import { sha256Hex } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import { type Audit, isRecentlyRecorded } from '../../audit/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import { hasClaimed, isLate, isOpen, UNCLAIMED } from '../cases.policy.ts';
import * as store from '../cases.store.ts';
import type { CaseRow } from '../cases.tables.ts';
import { subjectOf } from '../present-case.ts';
import { lockReadable } from '../readable-case.ts';
import {
  countNotesWaiting,
  findAiFlags,
  findSecondReadTasks,
  findViews,
  saveViews,
  searchCases,
} from './worklist.store.ts';

type Show = contract.WorklistWish['show'];

async function rowsOf(on: store.Queries, show: Exclude<Show, 'notes' | 'second-reads'>): Promise<CaseRow[]> {
  if (show === 'questions') return store.findCasesWithQuestions(on);
  const open = show === 'completed' ? [] : await store.findOpenCases(on);
  const completed = show === 'open' ? [] : await store.findCompletedCases(on, LIMITS.rowsAtOnce - open.length);
  return [...open, ...completed];
}

/** Cases for radiologists: the worklist, and questions to the patient. */
export function createReview(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { accounts, audit, notifications }: { accounts: Accounts; audit: Audit; notifications: Notifications },
) {
  /** An open worklist reloads after every change, so the same list is recorded at most once an hour. */
  async function recordShown(tx: Tx, context: Context, rows: readonly CaseRow[]): Promise<void> {
    const shown = sha256Hex(
      rows
        .map(({ id }) => id)
        .sort()
        .join(),
    );
    const entry = {
      action: 'cases.worklist',
      subjectType: 'worklist',
      subjectId: null,
      details: { cases: rows.length, shown },
    };
    if (!(await isRecentlyRecorded(tx, context, entry, HOUR_MS))) await audit.record(tx, context, entry);
  }

  /** Worklist rows with all that a reader needs to choose a case. */
  async function present(
    tx: Tx,
    context: Context,
    staff: StaffActor,
    rows: readonly CaseRow[],
  ): Promise<contract.WorklistRow[]> {
    const attention = await store.findAttention(
      tx,
      rows.map((row) => row.id),
    );
    const criticalOpen = await store.findCriticalOpen(
      tx,
      rows.map((row) => row.id),
    );
    const images = await store.countImages(
      tx,
      rows.map((row) => row.id),
    );
    const flags = await findAiFlags(
      tx,
      rows.map((row) => row.id),
      staff.id,
    );
    const waitingNotes = await countNotesWaiting(
      tx,
      staff.id,
      rows.map((row) => row.id),
    );
    const secondReads = await findSecondReadTasks(
      tx,
      staff.id,
      rows.map((row) => row.id),
    );
    const names = await accounts.staffNames(
      tx,
      rows.flatMap((row) => [row.claimedBy, row.assignedTo].filter((id) => id !== null)),
    );
    const consenting = await accounts.patients.consents.findConsenting(tx, [
      ...new Set(rows.filter(isOpen).map((row) => row.patientId)),
    ]);
    const isConsentMissing = (row: CaseRow) => isOpen(row) && !consenting.has(row.patientId);
    await recordShown(tx, context, rows);
    const people = await accounts.patientSummaries(tx, [...new Set(rows.map((row) => row.patientId))]);
    const now = clock.now();
    return rows.map((row) => ({
      id: row.id,
      caseNumber: row.caseNumber,
      modality: row.modality,
      bodyPart: row.bodyPart,
      urgency: row.urgency,
      status: row.status,
      submittedAt: row.submittedAt?.toISOString() ?? null,
      dueAt: row.dueAt?.toISOString() ?? null,
      completedAt: row.completedAt?.toISOString() ?? null,
      isLate: isLate(row, now) && !isConsentMissing(row),
      isConsentMissing: isConsentMissing(row),
      subspecialty: row.subspecialty,
      imageCount: images.get(row.id) ?? 0,
      pipeline: row.pipeline,
      claimedBy: row.claimedBy ? { id: row.claimedBy, name: names.get(row.claimedBy) ?? '' } : null,
      assignedTo:
        row.assignedTo && !row.claimedBy && isOpen(row)
          ? { id: row.assignedTo, name: names.get(row.assignedTo) ?? '' }
          : null,
      unreadQuestions: attention.get(row.id)?.unreadQuestions ?? 0,
      waitingNotes: waitingNotes.get(row.id) ?? 0,
      secondRead: secondReads.get(row.id) ?? null,
      isReportUnread: attention.get(row.id)?.isReportUnread ?? false,
      // A blinded reader is not told that the first one found something critical; the signer and the operators are.
      isCriticalOpen: criticalOpen.has(row.id) && flags.get(row.id) !== 'withheld',
      ...subjectOfRow(row, people.get(row.patientId)),
      indication: (row.clinicalHistory ?? row.symptoms)?.slice(0, LIMITS.shortTextMaxLength) ?? null,
      aiFlag: flags.get(row.id) ?? 'pending',
    }));
  }

  const search = async (tx: Tx, staff: StaffActor, wish: contract.WorklistWish): Promise<CaseRow[]> =>
    searchCases(tx, wish, { id: staff.id, subspecialties: await accounts.staff.subspecialtiesOf(tx, staff.id) });

  return {
    worklist: (context: Context, staff: StaffActor, show: Show): Promise<contract.WorklistRow[]> =>
      db.transaction(async (tx) => {
        const rows =
          show === 'notes' || show === 'second-reads'
            ? await search(tx, staff, cases.worklistWishSchema.parse({ show }))
            : await rowsOf(tx, show);
        return present(tx, context, staff, rows);
      }),

    searchWorklist: (
      context: Context,
      staff: StaffActor,
      wish: contract.WorklistWish,
    ): Promise<contract.WorklistRow[]> =>
      db.transaction(async (tx) => present(tx, context, staff, await search(tx, staff, wish))),

    views: (staff: StaffActor): Promise<contract.WorklistView[]> => findViews(db.drizzle, staff.id),
    async setViews(staff: StaffActor, views: contract.WorklistView[]): Promise<contract.WorklistView[]> {
      await saveViews(db.drizzle, { staffId: staff.id, views, updatedAt: clock.now() });
      return views;
    },

    /**
     * Counts of unclaimed and late cases, as on the worklist: cases without consent are left out, since they wait for
     * the patient.
     */
    async counts(staff: Pick<StaffActor, 'id'>): Promise<contract.WorklistCounts> {
      const rows = await store.findReviews(db.drizzle);
      const consenting = await accounts.patients.consents.findConsenting(db.drizzle, [
        ...new Set(rows.map((row) => row.patientId)),
      ]);
      const now = clock.now();
      const waiting = rows.filter((row) => consenting.has(row.patientId));
      return {
        unclaimed: waiting.filter((row) => row.claimedBy === null).length,
        late: waiting.filter((row) => isLate(row, now)).length,
        notes: [...(await countNotesWaiting(db.drizzle, staff.id)).values()].reduce((sum, count) => sum + count, 0),
        secondReads: [...(await findSecondReadTasks(db.drizzle, staff.id)).values()].filter(
          (task) => task !== 'waiting',
        ).length,
      };
    },

    /** processing → uploaded: the radiologist asks a question; the patient is told and may add images. */
    async sendBack(context: Context, staff: StaffActor, caseId: string, question: string): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await lockReadable(tx, context, caseId);
        if (row.status !== 'processing') throw new AppError('CASE_NOT_IN_REVIEW');
        if (!hasClaimed(staff, row)) throw new AppError(row.claimedBy ? 'CASE_CLAIMED' : 'CASE_NOT_CLAIMED');
        await store.updateCase(tx, caseId, {
          status: 'uploaded',
          pipeline: 'waiting-for-images',
          question,
          questionBy: staff.id,
          dueAt: null,
          ...UNCLAIMED,
        });
        await store.notifyChange(tx, row.patientId, caseId);
        const contact = await accounts.contactOf(tx, row.patientId);
        await notifications.notify(
          tx,
          contact,
          'case-question',
          { caseNumber: row.caseNumber, link: notifications.link(`/second-opinion/cases/${caseId}`) },
          `question:${caseId}:${row.submission}`,
        );
        await audit.record(tx, context, { action: 'cases.send-back', subjectType: 'case', subjectId: caseId });
      });
    },
  };
}

type Summary = Awaited<ReturnType<Accounts['patientSummary']>>;

/** The person on the images (account holder or relative), and their age when the images came. */
function subjectOfRow(row: CaseRow, holder: Summary | undefined) {
  const person = subjectOf(row) ?? holder;
  const born = person?.dateOfBirth ?? null;
  return {
    patientName: person ? `${person.firstName} ${person.lastName}` : '',
    age: born === null ? null : ageOn(born, houseDay(row.submittedAt ?? row.uploadedAt)),
    gender: person?.gender ?? null,
  };
}
