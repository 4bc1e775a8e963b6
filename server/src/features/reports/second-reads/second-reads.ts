import type { secondReads as contract, reports } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, StaffActor } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { CaseRow, Cases } from '../../cases/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import { findRules } from '../preliminary/preliminary.store.ts';
import { findReport, type Queries } from '../reports.store.ts';
import type { ReportRow, SecondReadRow } from '../reports.tables.ts';
import { createAsk } from './ask-second-read.ts';
import { createConfirmations } from './confirmations.ts';
import { createEnds } from './end-second-reads.ts';
import { createLooks } from './look-at-second-read.ts';
import { createSecondReadMails } from './second-read-mails.ts';
import * as policy from './second-reads.policy.ts';
import * as store from './second-reads.store.ts';

type OfCase = Pick<CaseRow, 'id' | 'submission'>;

interface Others {
  accounts: Accounts;
  audit: Audit;
  cases: Cases;
  notifications: Notifications;
}

interface Found {
  caseRow: CaseRow;
  /** The open second read of the current images. */
  read: SecondReadRow | undefined;
}
/** Runs one step of a second read and records it. */
export type Step = (
  context: Context,
  caseId: string,
  act: (tx: Tx, found: Found) => Promise<Record<string, string>>,
) => Promise<void>;

/** Second opinions on a report (docs/decisions/0192), by a reader who sees neither the first one nor AI results. */
export function createSecondReads({ db, clock, queue }: Pick<Parts, 'db' | 'clock' | 'queue'>, others: Others) {
  const { accounts, audit, cases } = others;
  const mails = createSecondReadMails(others);
  const ofCase = async (on: Queries, caseId: string) => ({
    reads: await store.findSecondReads(on, caseId),
    percent: (await findRules(on)).secondReadPercent,
  });
  const areOpinionsWithheld = async (on: Queries, staff: StaffActor, read: SecondReadRow): Promise<boolean> =>
    policy.areOpinionsWithheld(read, {
      isAiWithheld: await cases.isAiWithheldFrom(on, staff, read.caseId),
      isReadFirstForAll: (await findRules(on)).readFirstForAll,
    });

  /** The open second read of the current images; one of earlier images does not count. */
  async function openOf(on: Queries, { id, submission }: OfCase): Promise<SecondReadRow | undefined> {
    const open = await store.findOpen(on, id);
    return open?.submission === submission ? open : undefined;
  }

  /** Runs one step with the case locked, so that no two radiologists take the same step. */
  const step: Step = (context, caseId, act) =>
    db.transaction(async (tx) => {
      await cases.forPatient(tx, context, caseId);
      const caseRow = await cases.lock(tx, caseId);
      const read = await openOf(tx, caseRow);
      if (read) policy.assertGoesOn(read, caseRow);
      const details = await act(tx, { caseRow, read });
      await cases.notifyConsole(tx, caseId);
      await audit.record(tx, context, {
        action: 'reports.second-read',
        subjectType: 'case',
        subjectId: caseId,
        details,
      });
    });

  /** @throws AppError SECOND_READ_NOT_YOURS unless the read is in this state and `isTheirs` */
  function assertTurn(
    read: SecondReadRow | undefined,
    state: contract.SecondReadState,
    isTheirs: (read: SecondReadRow) => boolean,
  ): asserts read is SecondReadRow {
    if (read?.state !== state || !isTheirs(read)) throw new AppError('SECOND_READ_NOT_YOURS');
  }

  /** Records that this radiologist has seen results, and so can no longer be the blinded reader of these images. */
  const leaveSeen = (on: Queries, staff: StaffActor, caseRow: OfCase): Promise<void> =>
    cases.opinionsSeen.leave(on, staff.id, caseRow);

  async function isBlinded(on: Queries, staff: StaffActor, caseRow: OfCase): Promise<boolean> {
    const read = await openOf(on, caseRow);
    if (!read) return false;
    const { id: caseId, submission } = caseRow;
    return policy.isBlinded(read, staff.id, {
      hasSeen: await cases.opinionsSeen.has(on, { caseId, staffId: staff.id, submission }),
    });
  }

  const confirmations = createConfirmations({ clock, step, mails });
  const ends = createEnds({ db, clock, queue }, { accounts, audit, cases, mails });

  return {
    ...createLooks({ db }, { audit, cases, ofCase, areOpinionsWithheld, leaveSeen }),
    ask: createAsk({ clock, step }, { cases, mails, confirmations, ofCase }),
    askConfirmation: confirmations.ask,
    confirm: confirmations.confirm,
    registerJobs: ends.registerJobs,
    watch: ends.watch,
    listOpen: ends.listOpen,
    end: ends.end,
    followSave: confirmations.followSave,

    isBlinded,

    /** @throws AppError SECOND_READ_BLINDED while a second reader forms an opinion (see `isBlinded` of the policy) */
    async assertNotBlinded(on: Queries, staff: StaffActor, caseRow: OfCase): Promise<void> {
      if (await isBlinded(on, staff, caseRow)) throw new AppError('SECOND_READ_BLINDED');
    },

    leaveSeen,

    /** The second reader who forms an opinion of these images now. */
    async readerAtWork(on: Queries, caseRow: OfCase): Promise<string | null> {
      const read = await openOf(on, caseRow);
      return read?.state === 'reading' ? read.reader : null;
    },

    assertMaySign: async (on: Queries, caseRow: CaseRow, report: ReportRow): Promise<void> =>
      policy.assertMaySign(caseRow, report, await ofCase(on, caseRow.id)),

    /** Closes a second read that waits for an addendum. */
    async endByAddendum(on: Queries, caseId: string): Promise<void> {
      const read = await store.findOpen(on, caseId);
      if (read?.state === 'addendum-due')
        await store.updateSecondRead(on, read.id, { state: 'closed', closedAt: clock.now() });
    },

    /** Nothing of it is left but the audit trail: a signature that needs a second read needs one again. @throws AppError SECOND_READ_NOT_YOURS */
    withdraw: (context: Context, staff: StaffActor, caseId: string): Promise<void> =>
      step(context, caseId, async (tx, { caseRow, read }) => {
        assertTurn(read, 'waiting', (waiting) => policy.mayWithdraw(waiting, staff.id, caseRow));
        await store.deleteSecondRead(tx, read.id);
        return { step: 'withdraw' };
      }),

    /** @throws AppError SECOND_READ_SEEN, SECOND_READ_NOT_YOURS */
    take: (context: Context, staff: StaffActor, caseId: string): Promise<void> =>
      step(context, caseId, async (tx, { caseRow, read }) => {
        assertTurn(read, 'waiting', ({ firstReader }) => firstReader !== staff.id);
        if (await cases.opinionsSeen.has(tx, { caseId, staffId: staff.id, submission: caseRow.submission }))
          throw new AppError('SECOND_READ_SEEN');
        await store.updateSecondRead(tx, read.id, {
          state: 'reading',
          reader: staff.id,
          readerName: staff.name,
          takenAt: clock.now(),
        });
        return { step: 'take' };
      }),

    /** Its reader leaves it to another one. @throws AppError SECOND_READ_NOT_YOURS */
    giveBack: (context: Context, staff: StaffActor, caseId: string): Promise<void> =>
      step(context, caseId, async (tx, { caseRow, read }) => {
        assertTurn(read, 'reading', ({ reader }) => reader === staff.id);
        await ends.offerAgain(tx, caseRow, read);
        return { step: 'give-back' };
      }),

    save: (
      context: Context,
      staff: StaffActor,
      caseId: string,
      opinion: { language: 'tr' | 'en'; findings: string; impression: string },
    ): Promise<void> =>
      step(context, caseId, async (tx, { caseRow, read }) => {
        assertTurn(read, 'reading', ({ reader }) => reader === staff.id);
        // The first opinion is shown from now on.
        await leaveSeen(tx, staff, caseRow);
        await store.updateSecondRead(tx, read.id, { state: 'comparing', ...opinion, readAt: clock.now() });
        return { step: 'save' };
      }),

    compare: (
      context: Context,
      staff: StaffActor,
      caseId: string,
      agreement: (typeof reports.AGREEMENTS)[number],
    ): Promise<void> =>
      step(context, caseId, async (tx, { caseRow, read }) => {
        assertTurn(read, 'comparing', ({ reader }) => reader === staff.id);
        const state = policy.afterComparison(agreement);
        await store.updateSecondRead(tx, read.id, {
          state,
          agreement,
          closedAt: state === 'closed' ? clock.now() : null,
        });
        if (state === 'adjudication') await mails.tellAdjudication(tx, caseRow, read);
        return { step: 'compare', agreement };
      }),

    adjudicate: (
      context: Context,
      staff: StaffActor,
      caseId: string,
      { decision, text }: { decision: contract.SecondReadDecision; text: string },
    ): Promise<void> =>
      step(context, caseId, async (tx, { read }) => {
        assertTurn(read, 'adjudication', ({ firstReader, reader }) => ![firstReader, reader].includes(staff.id));
        if (await areOpinionsWithheld(tx, staff, read)) throw new AppError('READ_FIRST');
        const report = await findReport(tx, caseId);
        if (!report) throw notFound('report');
        const state = policy.afterDecision(decision, { isSigned: report.status === 'signed' });
        const now = clock.now();
        await store.updateSecondRead(tx, read.id, {
          state,
          decision,
          adjudication: text,
          adjudicator: staff.id,
          adjudicatorName: staff.name,
          decidedAt: now,
          closedAt: state === 'closed' ? now : null,
        });
        return { step: 'adjudicate', decision };
      }),
  };
}
export type SecondReads = ReturnType<typeof createSecondReads>;
