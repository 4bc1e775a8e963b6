import type { AnalysisRun, preliminaryReads as contract, reports as reportContract } from '@duai/contract';
import type { Context, StaffActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { newId } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Analyses } from '../../analyses/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { CaseRow, Cases } from '../../cases/index.ts';
import type { Studies } from '../../studies/index.ts';
import { draftContent } from '../drafts/draft-report.ts';
import { readPriors } from '../drafts/read-priors.ts';
import { presentReport } from '../present-report.ts';
import { assertMayEdit } from '../reports.policy.ts';
import { lockReport, type Queries } from '../reports.store.ts';
import type { ReportRow } from '../reports.tables.ts';
import type { SecondReads } from '../second-reads/second-reads.ts';
import { assertAiShown, assertIsRead, changedSections, isAiWithheld } from './preliminary.policy.ts';
import * as store from './preliminary.store.ts';

interface Others {
  accounts: Accounts;
  analyses: Analyses;
  audit: Audit;
  cases: Cases;
  studies: Studies;
}

type OfCase = Pick<CaseRow, 'id' | 'submission' | 'status'>;

/**
 * Reading before AI (docs/decisions/0161): by a setting of the reader or of the house, readers write down their
 * findings before results, overlays and the AI draft are shown. The preliminary read is never changed; later changes
 * are recorded.
 */
export function createPreliminary(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  others: Others,
  secondReads: SecondReads,
) {
  const { accounts, analyses, audit, cases, studies } = others;

  async function askedOf(on: Queries, staff: StaffActor, caseRow: OfCase) {
    const own = (await store.findPreliminary(on, caseRow.id, caseRow.submission)).find(
      ({ staffId }) => staffId === staff.id,
    );
    const isReadFirst = (await accounts.isReadFirst(on, staff.id)) || (await store.findRules(on)).readFirstForAll;
    return { isReadFirst, hasPreliminary: own !== undefined, own };
  }

  /** @throws AppError READ_FIRST, SECOND_READ_BLINDED while AI is withheld from this reader */
  async function assertShown(on: Queries, staff: StaffActor, caseRow: OfCase): Promise<void> {
    await secondReads.assertNotBlinded(on, staff, caseRow);
    assertAiShown(await askedOf(on, staff, caseRow), caseRow);
  }

  /**
   * What AI found, or what somebody unknown drew. Who was shown any of it cannot become the blinded reader of these images.
   * @throws AppError READ_FIRST, SECOND_READ_BLINDED
   */
  async function show<T>(on: Queries, staff: StaffActor, caseRow: OfCase, find: () => Promise<T[]>): Promise<T[]> {
    await assertShown(on, staff, caseRow);
    const found = await find();
    if (found.length > 0) await secondReads.leaveSeen(on, staff, caseRow);
    return found;
  }

  const isWithheld = async (on: Queries, staff: StaffActor, caseRow: OfCase): Promise<boolean> =>
    (await secondReads.isBlinded(on, staff, caseRow)) || isAiWithheld(await askedOf(on, staff, caseRow), caseRow);

  /** The report with this reader's own text only, or a draft without AI, and without algorithm results. */
  async function withoutAi(
    on: Queries,
    staff: StaffActor,
    caseRow: CaseRow,
    row: ReportRow,
  ): Promise<reportContract.Report> {
    const examinations = await studies.ofCaseFor(on, staff, caseRow.id);
    const priors = await readPriors(on, others, caseRow, (await cases.priorsOf(on, caseRow)).rows);
    const machineDraft = draftContent(caseRow, priors, examinations, [], analyses, row.language);
    const content = row.editedBy === staff.id ? row.content : machineDraft;
    return presentReport(on, { ...row, content, machineDraft, algorithms: [] }, []);
  }

  /** The report as far as this reader may see it. Who sees all of it cannot become the blinded reader of these images. */
  async function present(
    on: Queries,
    staff: StaffActor,
    caseRow: CaseRow,
    row: ReportRow,
  ): Promise<reportContract.Report> {
    if (await isWithheld(on, staff, caseRow)) return withoutAi(on, staff, caseRow, row);
    await secondReads.leaveSeen(on, staff, caseRow);
    return presentReport(on, row, await store.findPreliminary(on, caseRow.id, caseRow.submission));
  }

  const presentRules = (row: Awaited<ReturnType<typeof store.findRules>>): contract.ReadingRules => ({
    isReadFirstForAll: row.readFirstForAll,
    secondReadPercent: row.secondReadPercent,
  });

  return {
    assertShown,
    show,
    isWithheld,
    present,

    /** The sections changed since this reader's preliminary read; null where there is no such read. */
    async changesSince(on: Queries, staff: StaffActor, caseRow: OfCase, content: reportContract.ReportContent) {
      const { own } = await askedOf(on, staff, caseRow);
      return own ? { savedAt: own.savedAt.toISOString(), changed: changedSections(own.content, content) } : null;
    },

    /** AI results of a case. @throws AppError READ_FIRST, SECOND_READ_BLINDED */
    analyses: (context: Context, staff: StaffActor, caseId: string): Promise<AnalysisRun[]> =>
      db.transaction(async (tx) => {
        const caseRow = await cases.forPatient(tx, context, caseId);
        const runs = await show(tx, staff, caseRow, () => analyses.ofCase(tx, caseId));
        await audit.record(tx, context, { action: 'reports.read-analyses', subjectType: 'case', subjectId: caseId });
        return runs.map((run) => analyses.present(run, context.language));
      }),

    /** @throws AppError PRELIMINARY_EXISTS where this reader already has one of these images */
    save: (
      context: Context,
      staff: StaffActor,
      caseId: string,
      { version }: { version: number },
    ): Promise<reportContract.Report> =>
      db.transaction(async (tx) => {
        const caseRow = await cases.lock(tx, caseId);
        const row = await lockReport(tx, caseId);
        assertMayEdit(staff, caseRow, row);
        if (row.version !== version) throw new AppError('REPORT_CHANGED');
        assertIsRead(row, staff);
        const isNew = await store.insertPreliminary(tx, {
          id: newId(),
          caseId,
          staffId: staff.id,
          staffName: staff.name,
          submission: caseRow.submission,
          language: row.language,
          content: row.content,
          savedAt: clock.now(),
        });
        if (!isNew) throw new AppError('PRELIMINARY_EXISTS');
        // The window of images shows AI from now on too.
        await cases.notifyConsole(tx, caseId);
        const presented = await present(tx, staff, caseRow, row);
        await audit.record(tx, context, {
          action: 'reports.save-preliminary',
          subjectType: 'case',
          subjectId: caseId,
          details: { version },
        });
        return presented;
      }),

    rules: async (): Promise<contract.ReadingRules> => presentRules(await store.findRules(db.drizzle)),
    setRules: (context: Context, wish: Partial<contract.ReadingRules>): Promise<contract.ReadingRules> =>
      db.transaction(async (tx) => {
        const { isReadFirstForAll: readFirstForAll, secondReadPercent } = wish;
        const changed = await store.updateRules(tx, { readFirstForAll, secondReadPercent });
        await audit.record(tx, context, {
          action: 'reports.set-reading-rules',
          subjectType: 'reading-rules',
          subjectId: null,
          details: {
            ...(readFirstForAll !== undefined && { isReadFirstForAll: String(readFirstForAll) }),
            ...(secondReadPercent !== undefined && { secondReadPercent }),
          },
        });
        return presentRules(changed);
      }),
  };
}
export type Preliminary = ReturnType<typeof createPreliminary>;
