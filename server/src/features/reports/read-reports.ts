import type { Readable } from 'node:stream';
import {
  type reports as contract,
  given,
  type acceptedMasks as maskContract,
  type studies as studyContract,
} from '@duai/contract';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context, StaffActor } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Analyses } from '../analyses/index.ts';
import type { Audit } from '../audit/index.ts';
import type { CaseRow, Cases } from '../cases/index.ts';
import type { Studies } from '../studies/index.ts';
import type { Critical } from './critical/critical.ts';
import { laterPriors, unnamedPriors } from './drafts/draft-report.ts';
import { readPriors } from './drafts/read-priors.ts';
import { ofSeries, seriesOfResults } from './drafts/series-of-results.ts';
import { findMasks } from './marks/marks.store.ts';
import { acceptedMasks } from './outputs/accepted-masks.policy.ts';
import type { Preliminary } from './preliminary/preliminary.ts';
import { presentReport } from './present-report.ts';
import * as store from './reports.store.ts';
import type { ReportRow } from './reports.tables.ts';
import type { SecondReads } from './second-reads/second-reads.ts';
import { identitiesOnImages } from './signing/identities-on-images.ts';
import { personOn } from './signing/person-on-images.ts';
import type { createSigning } from './signing/sign-report.ts';
import type { SignedDocument } from './signing/signed-document.ts';

const presentPrior = ({ id, caseNumber, modality, bodyPart, submittedAt }: CaseRow): studyContract.Prior => ({
  ...{ caseId: id, caseNumber, modality, bodyPart },
  submittedAt: submittedAt?.toISOString() ?? null,
});

/** The PDF of the newest edition. @throws AppError PDF_NOT_READY while it is being rendered */
export async function newestPdf(tx: Tx, reportId: string): Promise<{ sha256: string; edition: number }> {
  const document = await store.findNewestDocument(tx, reportId);
  if (!document) throw new AppError('PDF_NOT_READY');
  return document;
}

/** Read access to reports: for the patient, a doctor with a link, staff, and anybody who verifies a hash. */
export function createReadReports(
  { db, storage, clock }: Pick<Parts, 'db' | 'storage' | 'clock'>,
  others: { accounts: Accounts; analyses: Analyses; audit: Audit; cases: Cases; studies: Studies },
  { checksOf }: Pick<ReturnType<typeof createSigning>, 'checksOf'>,
  { preliminary, critical, secondReads }: { preliminary: Preliminary; critical: Critical; secondReads: SecondReads },
) {
  const { accounts, audit, cases, studies, analyses } = others;

  /** The signed report, for its patient or a doctor with a link; only once the patient's address is verified. */
  async function signedFor(tx: Tx, context: Context, caseId: string): Promise<{ row: ReportRow; caseNumber: string }> {
    const caseRow = await cases.forPatient(tx, context, caseId);
    const row = await store.findReport(tx, caseId);
    if (row?.status !== 'signed' || caseRow.status !== 'completed') throw notFound('report');
    if (!(await accounts.patients.isEmailVerified(tx, caseRow.patientId))) throw new AppError('EMAIL_NOT_VERIFIED');
    return { row, caseNumber: caseRow.caseNumber };
  }

  /** Records when the patient first opened an edition, for staff. A doctor with a link leaves no receipt. */
  async function leaveReceipt(tx: Tx, context: Context, reportId: string, edition: number): Promise<void> {
    if (context.actor.realm !== 'patient') return;
    await store.insertReceipt(tx, { reportId, edition, openedAt: clock.now() });
  }

  return {
    getForPatient: (context: Context, caseId: string): Promise<contract.SignedReport> =>
      db.transaction(async (tx) => {
        const { row, caseNumber } = await signedFor(tx, context, caseId);
        await leaveReceipt(tx, context, row.id, (await store.findAddenda(tx, row.id)).length);
        const {
          status: _s,
          version: _v,
          preliminaryReads: _p,
          drafted: _d,
          ...report
        } = await presentReport(tx, row, []);
        const signed = JSON.parse(given(row.signedDocument, 'the signed document')) as SignedDocument;
        await audit.record(tx, context, { action: 'reports.read', subjectType: 'case', subjectId: caseId });
        return {
          ...report,
          caseNumber,
          patientName: signed.patientName,
          dateOfBirth: signed.dateOfBirth,
          patientIds: signed.patientIds ?? null,
          accessionNumbers: signed.accessionNumbers ?? null,
          areNumbersLeftOut: signed.areNumbersLeftOut ?? false,
          studyDates: signed.studyDates ?? null,
          areDatesRemoved: signed.areDatesRemoved ?? false,
          modality: signed.modality,
          signer: signed.signer ?? { title: null, registrationNumber: null },
          places: signed.places ?? [],
          signedBy: given(report.signedBy, 'the signatory'),
          signedAt: given(report.signedAt, 'the time of the signature'),
          contentSha256: given(report.contentSha256, 'the hash of the signed content'),
        };
      }),

    /** For the patient, or a doctor with a link, who may read the signed report. @throws AppError CRITICAL_CHANGED */
    acknowledgeCritical: (context: Context, caseId: string, markedAt: string): Promise<void> =>
      db.transaction(async (tx) => {
        const { row } = await signedFor(tx, context, caseId);
        await critical.acknowledge(tx, context, row, markedAt);
      }),

    /** What AI marked on the images, for the patient or a doctor with a link, as far as the signer accepted it. */
    acceptedMasks: (context: Context, caseId: string): Promise<maskContract.AcceptedMask[]> =>
      db.transaction(async (tx) => {
        const { row } = await signedFor(tx, context, caseId);
        const document = JSON.parse(given(row.signedDocument, 'the signed document')) as SignedDocument;
        const runs = await analyses.ofCase(tx, caseId);
        await audit.record(tx, context, { action: 'reports.read-masks', subjectType: 'case', subjectId: caseId });
        return acceptedMasks(runs, document, await findMasks(tx, caseId), await studies.ofCase(tx, caseId)).map(
          ({ run, ...mask }) => ({ ...mask, title: analyses.titleOf(run)[context.language] }),
        );
      }),

    /** @throws AppError unless the case has a signed report that this caller may read */
    assertSigned: async (tx: Tx, context: Context, caseId: string): Promise<void> => {
      await signedFor(tx, context, caseId);
    },

    /** `orOlder`: while that of the newest edition is being rendered, the one before it. @throws AppError PDF_NOT_READY */
    async pdfForPatient(
      context: Context,
      caseId: string,
      { orOlder = false } = {},
    ): Promise<{ stream: Readable; caseNumber: string }> {
      const { sha256, caseNumber } = await db.transaction(async (tx) => {
        const { row, caseNumber } = await signedFor(tx, context, caseId);
        const older = orOlder ? await store.findLatestDocument(tx, row.id) : undefined;
        const { edition, sha256 } = older ?? (await newestPdf(tx, row.id));
        await leaveReceipt(tx, context, row.id, edition);
        await audit.record(tx, context, { action: 'reports.read-pdf', subjectType: 'case', subjectId: caseId });
        return { sha256, caseNumber };
      });
      return { stream: await storage.open(sha256), caseNumber };
    },

    /** For anybody: checks whether a report or file with this hash was issued here. */
    async verify(sha256: string): Promise<{ isValid: boolean; isCopyDamaged: boolean }> {
      const pdf = await store.findIssued(db.drizzle, sha256);
      return { isValid: pdf !== undefined, isCopyDamaged: !!pdf && (await storage.check(pdf)) !== 'whole' };
    },

    async pdfForStaff(
      context: Context,
      staff: StaffActor,
      caseId: string,
    ): Promise<{ stream: Readable; caseNumber: string }> {
      const { sha256, caseNumber } = await db.transaction(async (tx) => {
        const caseRow = await cases.forPatient(tx, context, caseId);
        const found = await store.findReport(tx, caseId);
        if (found?.status !== 'signed') throw new AppError('REPORT_NOT_READY');
        await secondReads.assertNotBlinded(tx, staff, caseRow);
        const { sha256 } = await newestPdf(tx, found.id);
        await secondReads.leaveSeen(tx, staff, caseRow);
        await audit.record(tx, context, { action: 'reports.read-pdf', subjectType: 'case', subjectId: caseId });
        return { sha256, caseNumber: caseRow.caseNumber };
      });
      return { stream: await storage.open(sha256), caseNumber };
    },

    /** Everything that the reading page of a radiologist needs. */
    reading: (
      context: Context,
      staff: StaffActor,
      caseId: string,
      { masks }: { masks: 'within' | 'apart' },
    ): Promise<studyContract.Reading> =>
      db.transaction(async (tx) => {
        const row = await cases.forPatient(tx, context, caseId);
        const names = await accounts.staffNames(tx, row.claimedBy ? [row.claimedBy] : []);
        const report = await store.findReport(tx, caseId);
        const isBlinded = await secondReads.isBlinded(tx, staff, row);
        const isAiWithheld = await preliminary.isWithheld(tx, staff, row);
        const runsOf = masks === 'apart' ? analyses.shownOfCase : analyses.ofCase;
        const runs = isAiWithheld ? [] : await runsOf(tx, caseId);
        if (runs.length > 0) await secondReads.leaveSeen(tx, staff, row);
        // What a colleague asked the patient may tell what others or AI said.
        const question = staff.id === row.questionBy || !(isBlinded || isAiWithheld) ? row.question : null;
        if (question !== null && row.questionBy !== staff.id) await secondReads.leaveSeen(tx, staff, row);
        const patient = await personOn(tx, others, row);
        const priors = await cases.priorsOf(tx, row);
        // Only these are looked into: a reading is asked for often, and most drafts name all earlier cases.
        const unnamed = report?.status === 'draft' && !isBlinded ? unnamedPriors(priors.rows, report.machineDraft) : [];
        const examinations = await studies.ofCaseFor(tx, staff, caseId, context.language);
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
            question,
            personDeclarations: await cases.personDeclarationsOf(tx, caseId),
            claimedBy: row.claimedBy ? { id: row.claimedBy, name: names.get(row.claimedBy) ?? '' } : null,
            isConsentMissing: await cases.isConsentMissing(tx, row),
            patient,
          },
          priors: priors.rows.map(presentPrior),
          morePriors: priors.next,
          laterPriors: laterPriors(await readPriors(tx, others, row, unnamed), examinations),
          studies: examinations,
          missingFiles: await studies.refusedOfCase(tx, caseId, context.language),
          identities: await identitiesOnImages(tx, studies, row, patient),
          analyses: runs.map((run) => analyses.present(run, context.language)),
          proposals: proposalsOf(runs, examinations, analyses),
          report: report && !isBlinded ? await preliminary.present(tx, staff, row, report) : null,
          isAiWithheld,
          isBlinded,
          checks: await checksOf(tx, staff, caseId),
          credentials: await accounts.credentialsOf(tx, staff.id),
        };
        await cases.keepClaim(tx, staff, row);
        await audit.record(tx, context, { action: 'reports.open-case', subjectType: 'case', subjectId: caseId });
        return reading;
      }),

    /** Earlier cases beyond those that came with the reading. */
    priors: (
      context: Context,
      caseId: string,
      cursor: string,
    ): Promise<{ rows: studyContract.Prior[]; next: string | null }> =>
      db.transaction(async (tx) => {
        const row = await cases.forPatient(tx, context, caseId);
        const { rows, next } = await cases.priorsOf(tx, row, cursor);
        await audit.record(tx, context, { action: 'reports.list-priors', subjectType: 'case', subjectId: caseId });
        return { rows: rows.map(presentPrior), next };
      }),
  };
}

/** Sentences that a reader may take over, each with its series where one algorithm gave results on several. */
function proposalsOf(
  runs: Awaited<ReturnType<Analyses['shownOfCase']>>,
  examinations: readonly studyContract.Study[],
  analyses: Pick<Analyses, 'proposals'>,
): studyContract.Reading['proposals'] {
  const named = seriesOfResults(runs, examinations);
  return runs.flatMap((run) =>
    analyses.proposals(run).map((proposal) => ({
      ...proposal,
      tr: ofSeries(proposal.tr, named.get(run.id), 'tr'),
      en: ofSeries(proposal.en, named.get(run.id), 'en'),
    })),
  );
}
