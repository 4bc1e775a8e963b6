import type { Readable } from 'node:stream';
import type { reports as contract, studies as studyContract } from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context, StaffActor } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import { type Analyses, caseAnalysed } from '../analyses/index.ts';
import type { Audit } from '../audit/index.ts';
import type { CaseRow, Cases } from '../cases/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Studies } from '../studies/index.ts';
import { algorithmsOf, draftContent } from './draft-report.ts';
import { createDelivery, deliverReport } from './reports.jobs.ts';
import { assertMayEdit } from './reports.policy.ts';
import * as store from './reports.store.ts';
import { presentAddendum, type ReportRow } from './reports.tables.ts';
import { createSigning } from './sign-report.ts';
import type { SignedDocument } from './signed-document.ts';

export type Reports = ReturnType<typeof createReports>;

interface Others {
  accounts: Accounts;
  audit: Audit;
  notifications: Notifications;
  cases: Cases;
  studies: Studies;
  analyses: Analyses;
}

/** The end of the line: draft, edit, sign, deliver. Signed means frozen. */
export function createReports(parts: Pick<Parts, 'db' | 'queue' | 'storage' | 'compute' | 'clock'>, others: Others) {
  const { db, queue, storage, clock } = parts;
  const { accounts, audit, cases, studies, analyses } = others;

  /** Whom the images show: the holder of the account, or the relative the case is for. */
  const personOn = async (on: store.Queries, row: CaseRow) => ({
    ...(await accounts.patientSummary(on, row.patientId)),
    ...cases.subjectOf(row),
  });

  async function present(on: store.Queries, row: ReportRow): Promise<contract.Report> {
    const addenda = await store.findAddenda(on, row.id);
    const document = await store.findLatestDocument(on, row.id);
    return {
      id: row.id,
      status: row.status,
      language: row.language,
      version: row.version,
      content: row.content,
      algorithms: row.algorithms,
      signedBy: row.signedByName,
      signedAt: row.signedAt?.toISOString() ?? null,
      contentSha256: row.contentSha256,
      pdfSha256: document?.sha256 ?? null,
      addenda: addenda.map(presentAddendum),
      openedAt: (await store.findReceipt(on, row.id, addenda.length))?.toISOString() ?? null,
    };
  }

  /** `analyses.case-finished`: writes the draft, or renews one that no human has touched. */
  async function draft({ caseId, submission }: { caseId: string; submission: number }): Promise<void> {
    await db.transaction(async (tx) => {
      if ((await cases.submissionOf(tx, caseId)) === null) return;
      const caseRow = await cases.lock(tx, caseId);
      if (caseRow.submission !== submission || caseRow.status !== 'processing') return;
      const { language: patientLanguage } = await accounts.contactOf(tx, caseRow.patientId);
      const existing = await store.lockReport(tx, caseId);
      if (existing?.status === 'signed') return;
      const language = existing?.language ?? (patientLanguage === 'tr' ? 'tr' : 'en');
      const runs = await analyses.ofCase(tx, caseId);
      const machineDraft = draftContent(caseRow, await studies.ofCase(tx, caseId), runs, analyses, language);
      const algorithms = algorithmsOf(runs, analyses, language);
      const now = clock.now();
      if (!existing) {
        await store.insertReport(tx, {
          id: newId(),
          caseId,
          language,
          submission,
          content: machineDraft,
          machineDraft,
          algorithms,
          createdAt: now,
          updatedAt: now,
        });
      } else if (existing.submission !== submission) {
        // After new images the measurements are new; what the radiologist wrote stays.
        const content = existing.editedBy ? existing.content : machineDraft;
        await store.updateReport(tx, existing.id, {
          submission,
          machineDraft,
          algorithms,
          content,
          version: existing.version + 1,
          updatedAt: now,
        });
      }
      await cases.markDraftReady(tx, caseId, submission);
    });
  }

  /** The signed report, for its patient or a doctor with a link; only once the patient's address is verified. */
  async function signedFor(tx: Tx, context: Context, caseId: string): Promise<{ row: ReportRow; caseNumber: string }> {
    const caseRow = await cases.forPatient(tx, context, caseId);
    const row = await store.findReport(tx, caseId);
    if (row?.status !== 'signed' || caseRow.status !== 'completed') throw notFound('report');
    if (!(await accounts.patients.isEmailVerified(tx, caseRow.patientId))) throw new AppError('EMAIL_NOT_VERIFIED');
    return { row, caseNumber: caseRow.caseNumber };
  }

  /** The patient has opened the latest edition: staff sees that it was read. A doctor with a link leaves no receipt. */
  async function leaveReceipt(tx: Tx, context: Context, row: ReportRow): Promise<void> {
    if (context.actor.realm !== 'patient') return;
    const edition = (await store.findAddenda(tx, row.id)).length;
    await store.insertReceipt(tx, { reportId: row.id, edition, openedAt: clock.now() });
  }

  const { checksOf, judge, sign } = createSigning(parts, { audit, cases, studies, analyses, present, personOn });

  async function pdfOf(row: ReportRow): Promise<Readable> {
    const document = await store.findLatestDocument(db.drizzle, row.id);
    if (!document) throw new AppError('REPORT_NOT_READY');
    return storage.open(document.sha256);
  }

  return {
    registerJobs(): void {
      queue.handle(caseAnalysed, draft);
      queue.handle(deliverReport, createDelivery(parts, others));
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
        if (row!.version !== wish.version) throw new AppError('REPORT_CHANGED');
        const saved = await store.updateReport(tx, row!.id, {
          content: wish.content,
          language: wish.language,
          // The titles of the algorithms speak the language of the report.
          algorithms:
            wish.language === row!.language
              ? row!.algorithms
              : algorithmsOf(await analyses.ofCase(tx, caseId), analyses, wish.language),
          version: row!.version + 1,
          editedBy: staff.id,
          updatedAt: clock.now(),
        });
        const presented = await present(tx, saved);
        await audit.record(tx, context, {
          action: 'reports.save',
          subjectType: 'case',
          subjectId: caseId,
          details: { version: saved.version },
        });
        return presented;
      }),

    judge,
    sign,

    /** @throws AppError ADDENDUM_EXISTS for a second press: an addendum cannot be taken back */
    addAddendum: (context: Context, staff: StaffActor, caseId: string, text: string): Promise<contract.Report> =>
      db.transaction(async (tx) => {
        await cases.lock(tx, caseId);
        const row = await store.lockReport(tx, caseId);
        if (row?.status !== 'signed') throw new AppError('REPORT_NOT_READY');
        const latest = (await store.findAddenda(tx, row.id)).at(-1);
        if (latest?.signedBy === staff.id && latest.text === text) throw new AppError('ADDENDUM_EXISTS');
        await store.insertAddendum(tx, {
          id: newId(),
          reportId: row.id,
          text,
          signedBy: staff.id,
          signedByName: staff.name,
          signedAt: clock.now(),
        });
        const edition = (await store.findAddenda(tx, row.id)).length;
        await queue.enqueue(tx, deliverReport, { reportId: row.id, edition });
        await cases.notifyChanged(tx, caseId);
        const presented = await present(tx, row);
        await audit.record(tx, context, { action: 'reports.addendum', subjectType: 'case', subjectId: caseId });
        return presented;
      }),

    getForPatient: (context: Context, caseId: string): Promise<contract.SignedReport> =>
      db.transaction(async (tx) => {
        const { row, caseNumber } = await signedFor(tx, context, caseId);
        await leaveReceipt(tx, context, row);
        const { status: _status, version: _version, ...report } = await present(tx, row);
        const { patientName } = JSON.parse(row.signedDocument!) as SignedDocument;
        await audit.record(tx, context, { action: 'reports.read', subjectType: 'case', subjectId: caseId });
        return {
          ...report,
          caseNumber,
          patientName,
          signedBy: report.signedBy!,
          signedAt: report.signedAt!,
          contentSha256: report.contentSha256!,
        };
      }),

    /** @throws AppError unless there is a signed report that this reader may have */
    assertSigned: async (tx: Tx, context: Context, caseId: string): Promise<void> => {
      await signedFor(tx, context, caseId);
    },

    async pdfForPatient(context: Context, caseId: string): Promise<{ stream: Readable; caseNumber: string }> {
      const { row, caseNumber } = await db.transaction(async (tx) => {
        const found = await signedFor(tx, context, caseId);
        await leaveReceipt(tx, context, found.row);
        await audit.record(tx, context, { action: 'reports.read-pdf', subjectType: 'case', subjectId: caseId });
        return found;
      });
      return { stream: await pdfOf(row), caseNumber };
    },

    /** For anybody: a paper or a file is held against what was signed here. */
    verify: async (sha256: string): Promise<{ isValid: boolean }> => ({
      isValid: await store.isIssued(db.drizzle, sha256),
    }),

    async pdfForStaff(context: Context, caseId: string): Promise<{ stream: Readable; caseNumber: string }> {
      const { row, caseNumber } = await db.transaction(async (tx) => {
        const caseRow = await cases.forPatient(tx, context, caseId);
        const found = await store.findReport(tx, caseId);
        if (found?.status !== 'signed') throw new AppError('REPORT_NOT_READY');
        await audit.record(tx, context, { action: 'reports.read-pdf', subjectType: 'case', subjectId: caseId });
        return { row: found, caseNumber: caseRow.caseNumber };
      });
      return { stream: await pdfOf(row), caseNumber };
    },

    /** All a radiologist needs on one screen. */
    reading: (context: Context, staff: StaffActor, caseId: string): Promise<studyContract.Reading> =>
      db.transaction(async (tx) => {
        const row = await cases.forPatient(tx, context, caseId);
        const names = await accounts.staffNames(tx, row.claimedBy ? [row.claimedBy] : []);
        const report = await store.findReport(tx, caseId);
        const runs = await analyses.ofCase(tx, caseId);
        const reading: studyContract.Reading = {
          case: {
            id: row.id,
            caseNumber: row.caseNumber,
            modality: row.modality,
            bodyPart: row.bodyPart,
            side: row.side,
            relation: row.subjectRelation,
            firstReport: await cases.firstReportOf(tx, caseId),
            clinicalHistory: row.clinicalHistory,
            symptoms: row.symptoms,
            urgency: row.urgency,
            status: row.status,
            submittedAt: row.submittedAt?.toISOString() ?? null,
            dueAt: row.dueAt?.toISOString() ?? null,
            question: row.question,
            claimedBy: row.claimedBy ? { id: row.claimedBy, name: names.get(row.claimedBy) ?? '' } : null,
            patient: await personOn(tx, row),
          },
          studies: await studies.ofCase(tx, caseId),
          analyses: runs.map((run) => analyses.present(run, context.language)),
          report: report ? await present(tx, report) : null,
          checks: await checksOf(tx, staff, caseId),
        };
        await audit.record(tx, context, { action: 'reports.open-case', subjectType: 'case', subjectId: caseId });
        return reading;
      }),
  };
}
