import type { accounts as accountContract, reports as contract, Region } from '@duai/contract';
import type { Context, StaffActor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import { type Analyses, caseAnalysed } from '../analyses/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Cases } from '../cases/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Studies } from '../studies/index.ts';
import { createCritical } from './critical/critical.ts';
import { createCriticalCalls } from './critical/critical-calls.ts';
import { createDrafting } from './drafts/drafting.ts';
import { createHangings } from './hangings/hangings.ts';
import { createPanels } from './hangings/panels.ts';
import { createMacros } from './macros/macros.ts';
import { createMeasurementExport } from './marks/export-measurements.ts';
import { createMarks } from './marks/marks.ts';
import { createPresentationStates } from './marks/presentation-states.ts';
import { createSegmentations } from './marks/segmentations.ts';
import { createOutputs } from './outputs/outputs.ts';
import { createPreliminary } from './preliminary/preliminary.ts';
import { createReadReports } from './read-reports.ts';
import { createDelivery, createMending, deliverReport, HOURLY, mendDocuments } from './reports.jobs.ts';
import { assertMayEdit, assertNewAddendum, assertRadsFits } from './reports.policy.ts';
import * as store from './reports.store.ts';
import type { AddendumRow } from './reports.tables.ts';
import { createSecondReads } from './second-reads/second-reads.ts';
import { createSigning } from './signing/sign-report.ts';
import { signedKeyImages } from './signing/signed-document.ts';
import { createVersions } from './versions/versions.ts';

export type Reports = ReturnType<typeof createReports>;

type SentAddendum = Pick<AddendumRow, 'text' | 'kind' | 'isCritical'> & {
  answersSecondRead: boolean;
  confirmation: accountContract.SignatureConfirmation;
};

interface Others {
  accounts: Accounts;
  audit: Audit;
  notifications: Notifications;
  cases: Cases;
  studies: Studies;
  analyses: Analyses;
}

/** Reports from draft to delivery: draft, edit, sign, deliver. A signed report is never changed. */
export function createReports(
  parts: Pick<Parts, 'db' | 'queue' | 'storage' | 'compute' | 'clock' | 'config' | 'log'>,
  others: Others,
) {
  const { db, queue, clock } = parts;
  const { accounts, audit, cases, studies, analyses } = others;
  const secondReads = createSecondReads(parts, others);
  const preliminary = createPreliminary(parts, others, secondReads);
  const versions = createVersions(parts, others, { preliminary, secondReads });
  const critical = createCritical(parts, others);
  const drafting = createDrafting(parts, others);
  const signing = createSigning(parts, others, { preliminary, critical, secondReads, drafting });

  return {
    registerJobs(): void {
      queue.handle(caseAnalysed, drafting.draft);
      queue.handle(deliverReport, createDelivery(parts, others));
      queue.handle(mendDocuments, createMending(parts));
      queue.schedule(mendDocuments, HOURLY, {});
      for (const watched of [critical, secondReads]) watched.registerJobs();
    },

    save: (
      context: Context,
      staff: StaffActor,
      caseId: string,
      wish: { version: number; language: 'tr' | 'en'; content: contract.ReportContent },
    ): Promise<contract.Report> =>
      db.transaction(async (tx) => {
        const caseRow = await cases.lock(tx, caseId);
        const row = await store.lockReport(tx, caseId);
        assertMayEdit(staff, caseRow, row);
        await secondReads.assertNotBlinded(tx, staff, caseRow);
        if (row.version !== wish.version) throw new AppError('REPORT_CHANGED');
        const examinations = await studies.ofCase(tx, caseId);
        assertRadsFits(wish.content, caseRow, examinations);
        signedKeyImages(wish.content, examinations);
        const { content, ...drafted } =
          wish.language === row.language
            ? { content: wish.content }
            : await drafting.inLanguage(tx, caseRow, row, wish, {
                examinations,
                isAiWithheld: await preliminary.isWithheld(tx, staff, caseRow),
              });
        const saved = await store.updateReport(tx, row.id, {
          ...drafted,
          content,
          language: wish.language,
          version: row.version + 1,
          editedBy: staff.id,
          updatedAt: clock.now(),
        });
        await versions.keep(tx, staff, row, saved);
        await cases.keepClaim(tx, staff, caseRow);
        const presented = await preliminary.present(tx, staff, caseRow, saved);
        const since = await preliminary.changesSince(tx, staff, caseRow, content);
        await audit.record(tx, context, {
          action: 'reports.save',
          subjectType: 'case',
          subjectId: caseId,
          details: {
            version: saved.version,
            ...(await secondReads.followSave(tx, caseRow, saved)),
            ...(since && { changedSincePreliminary: since.changed.join(', ') || 'nothing' }),
          },
        });
        return presented;
      }),

    /** Has an algorithm measure a region that the reader outlined. */
    measure: (
      context: Context,
      staff: StaffActor,
      { caseId, seriesId }: { caseId: string; seriesId: string },
      { algorithmId, region }: { algorithmId: string; region: Region },
    ): Promise<{ analysisId: string }> =>
      db.transaction(async (tx) => {
        const caseRow = await cases.lock(tx, caseId);
        assertMayEdit(staff, caseRow, await store.lockReport(tx, caseId));
        await preliminary.assertShown(tx, staff, caseRow);
        await cases.assertConsentInReview(tx, caseRow);
        const owner = { caseId, submission: caseRow.submission };
        const analysisId = await analyses.measure(tx, owner, seriesId, algorithmId, region);
        await cases.keepClaim(tx, staff, caseRow);
        await audit.record(tx, context, {
          action: 'reports.measure',
          subjectType: 'case',
          subjectId: caseId,
          details: { algorithmId },
        });
        await cases.notifyChanged(tx, caseId);
        return { analysisId };
      }),

    judge: signing.judge,
    sign: signing.sign,

    /** @throws AppError ADDENDUM_EXISTS for the same text again (double click, lost answer): it cannot be withdrawn; TOO_MANY_ADDENDA */
    async addAddendum(
      context: Context,
      staff: StaffActor,
      caseId: string,
      { text, kind, isCritical, answersSecondRead, confirmation }: SentAddendum,
    ): Promise<contract.Report> {
      const signature = await accounts.signatures.check(context, staff, confirmation);
      return db.transaction(async (tx) => {
        const caseRow = await cases.lock(tx, caseId);
        const row = await store.lockReport(tx, caseId);
        if (row?.status !== 'signed') throw new AppError('REPORT_NOT_READY');
        await secondReads.assertNotBlinded(tx, staff, caseRow);
        const addenda = await store.findAddenda(tx, row.id);
        assertNewAddendum(addenda, staff, text);
        await store.insertAddendum(tx, {
          id: newId(),
          reportId: row.id,
          kind,
          text,
          isCritical,
          signedBy: staff.id,
          signedByName: staff.name,
          signedAt: clock.now(),
        });
        if (answersSecondRead) await secondReads.endByAddendum(tx, caseId);
        const edition = addenda.length + 1;
        if (isCritical) await critical.mark(tx, caseRow, row, edition);
        await queue.enqueue(tx, deliverReport, { reportId: row.id, edition });
        await cases.notifyChanged(tx, caseId);
        const presented = await preliminary.present(tx, staff, caseRow, row);
        await signature.use(tx);
        await audit.record(tx, context, {
          action: 'reports.addendum',
          subjectType: 'case',
          subjectId: caseId,
          details: { kind, isCritical: String(isCritical) },
        });
        return presented;
      });
    },

    preliminary,
    versions,
    macros: createMacros(parts),
    hangings: createHangings(parts),
    panels: createPanels(parts),
    marks: createMarks(parts, others, { preliminary, secondReads }),
    segmentations: createSegmentations(parts, others, preliminary),
    presentationStates: createPresentationStates(parts, others, preliminary),
    exportMeasurements: createMeasurementExport(parts, others),
    outputs: createOutputs(parts, others, secondReads),
    secondReads,
    watchCritical: critical.watch,
    criticalCalls: createCriticalCalls(parts, others, { critical, secondReads }),
    ...createReadReports(parts, others, signing, { preliminary, critical, secondReads }),
  };
}
