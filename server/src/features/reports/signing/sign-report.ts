import {
  type AnalysisVerdict,
  type accounts as accountContract,
  reports as contract,
  type ImageIdentity,
  type ReadingChecks,
  type SeenSeries,
  uncheckedOf,
} from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, StaffActor } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import { type Analyses, isJudged } from '../../analyses/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { CaseRow, Cases } from '../../cases/index.ts';
import type { Studies } from '../../studies/index.ts';
import type { Critical } from '../critical/critical.ts';
import { examinationsByDay } from '../drafts/current-examination.ts';
import { algorithmsOf } from '../drafts/draft-report.ts';
import type { Drafting } from '../drafts/drafting.ts';
import { ofSeries, seriesOfResults } from '../drafts/series-of-results.ts';
import { signMeasurements } from '../marks/marks.store.ts';
import type { Preliminary } from '../preliminary/preliminary.ts';
import { deliverReport } from '../reports.jobs.ts';
import { assertComplete, assertFollowsVerdicts, assertMayEdit } from '../reports.policy.ts';
import * as store from '../reports.store.ts';
import type { ReportRow } from '../reports.tables.ts';
import type { SecondReads } from '../second-reads/second-reads.ts';
import { assertAcknowledged, identitiesOnImages } from './identities-on-images.ts';
import { numbersOfExamination } from './numbers-of-examination.ts';
import { personOn } from './person-on-images.ts';
import {
  radsLineOf,
  type SignedDocument,
  seal,
  signedAnalyses,
  signedKeyImages,
  signedPlaces,
  withUptake,
} from './signed-document.ts';

interface SignatureWish {
  version: number;
  acknowledgedDifferences: string[];
  isCritical: boolean;
  confirmation: accountContract.SignatureConfirmation;
}

interface Others {
  accounts: Accounts;
  analyses: Analyses;
  audit: Audit;
  cases: Cases;
  studies: Studies;
}

/** The checks of a radiologist before the signature, and the signature. */
export function createSigning(
  { db, queue, clock }: Pick<Parts, 'db' | 'queue' | 'clock'>,
  others: Others,
  {
    preliminary,
    critical,
    secondReads,
    drafting,
  }: { preliminary: Preliminary; critical: Critical; secondReads: SecondReads; drafting: Drafting },
) {
  const { accounts, analyses, audit, cases, studies } = others;

  /** The series and results that this radiologist has opened and judged in the current submission. */
  const checksOf = async (tx: Tx, staff: StaffActor, caseId: string): Promise<ReadingChecks> => ({
    openedSeries: await studies.openedSeries(tx, caseId, staff.id),
    seenSeries: await studies.seenSeries(tx, caseId, staff.id),
    verdicts: await analyses.verdictsOf(tx, await analyses.shownOfCase(tx, caseId), staff.id),
  });

  const judge = (
    context: Context,
    staff: StaffActor,
    { caseId, analysisId }: { caseId: string; analysisId: string },
    verdict: AnalysisVerdict,
  ): Promise<ReadingChecks> =>
    db.transaction(async (tx) => {
      const caseRow = await cases.lock(tx, caseId);
      assertMayEdit(staff, caseRow, await store.lockReport(tx, caseId));
      await preliminary.assertShown(tx, staff, caseRow);
      const run = (await analyses.ofCase(tx, caseId)).find(({ id }) => id === analysisId);
      if (run?.status !== 'evaluated') throw notFound('analysis');
      await analyses.judge(tx, analysisId, staff.id, verdict);
      await cases.keepClaim(tx, staff, caseRow);
      await audit.record(tx, context, {
        action: 'reports.judge',
        subjectType: 'case',
        subjectId: caseId,
        details: { algorithmId: run.algorithmId, verdict },
      });
      return checksOf(tx, staff, caseId);
    });

  /** Signs in one transaction: freezes the report, completes the case, enqueues the delivery and writes the audit rows. */
  async function sign(
    context: Context,
    staff: StaffActor,
    caseId: string,
    { version, acknowledgedDifferences, isCritical, confirmation }: SignatureWish,
  ): Promise<contract.Report> {
    const signature = await accounts.signatures.check(context, staff, confirmation);
    return db.transaction(async (tx) => {
      const caseRow = await cases.lock(tx, caseId);
      const row = await store.lockReport(tx, caseId);
      assertMayEdit(staff, caseRow, row);
      await preliminary.assertShown(tx, staff, caseRow);
      await cases.assertConsentInReview(tx, caseRow);
      if (row.version !== version) throw new AppError('REPORT_CHANGED');
      assertComplete(row.content, await drafting.inEachLanguage(tx, caseRow, row));
      await secondReads.assertMaySign(tx, caseRow, row);
      const identities = await identitiesOnImages(tx, studies, caseRow, await personOn(tx, others, caseRow));
      const document = await documentOf(tx, staff, caseRow, row, identities);
      assertAcknowledged(identities, acknowledgedDifferences);
      await signature.use(tx);
      const sealed = seal(isCritical ? { ...document, isCritical } : document);
      const signed = await store.updateReport(tx, row.id, {
        status: 'signed',
        content: document.content,
        signedBy: staff.id,
        signedByName: staff.name,
        signedAt: new Date(document.signedAt),
        algorithms: document.algorithms,
        ...sealed,
        updatedAt: clock.now(),
      });
      await signMeasurements(tx, caseId);
      await cases.complete(tx, caseId);
      if (isCritical) await critical.mark(tx, caseRow, row, 0);
      await queue.enqueue(tx, deliverReport, { reportId: row.id, edition: 0 });
      const presented = await preliminary.present(tx, staff, caseRow, signed);
      if (acknowledgedDifferences.length > 0) {
        await audit.record(tx, context, {
          action: 'reports.acknowledge-identity',
          subjectType: 'case',
          subjectId: caseId,
          // The audit row says in which fields the images differ, never the names.
          details: {
            identities: acknowledgedDifferences.length,
            differs: [...new Set(identities.flatMap(({ differs }) => differs))].join(', '),
          },
        });
      }
      await audit.record(tx, context, {
        action: 'reports.sign',
        subjectType: 'case',
        subjectId: caseId,
        details: {
          contentSha256: sealed.contentSha256,
          confirmedBy: signature.means,
          isCritical: String(isCritical),
          slicesSeen: toldSlices(document.seenSeries ?? []),
        },
      });
      return presented;
    });
  }

  /** @throws AppError where something was not looked at, or the text still contains a result that was not accepted */
  async function documentOf(
    tx: Tx,
    staff: StaffActor,
    caseRow: CaseRow,
    row: ReportRow,
    identities: readonly ImageIdentity[],
  ): Promise<SignedDocument> {
    const runs = await analyses.ofCase(tx, caseRow.id);
    const checks = await checksOf(tx, staff, caseRow.id);
    const examinations = await studies.ofCase(tx, caseRow.id);
    // Earlier examinations are told under Comparison.
    const { current } = examinationsByDay(examinations);
    const content = withUptake(contract.reportContentSchema.parse(row.content), examinations);
    const series = examinations.flatMap((study) => study.series);
    const unchecked = uncheckedOf(
      { series, analyses: runs.map((run) => ({ ...run, isJudged: isJudged(run) })) },
      checks,
    );
    if (unchecked.series.length + unchecked.analyses.length > 0)
      throw new AppError('REPORT_NOT_CHECKED', { details: unchecked });
    const verdicts = new Map(checks.verdicts.map(({ analysisId, verdict }) => [analysisId, verdict]));
    const named = seriesOfResults(runs, examinations);
    assertFollowsVerdicts(
      content,
      runs.map((run) => {
        const verdict = verdicts.get(run.id);
        // A rejected result may not be quoted from its remarks either.
        const told = verdict === 'rejected' ? analyses.describe : analyses.draft;
        const drafts = contract.REPORT_LANGUAGES.flatMap((language) => {
          const { findings, impression } = told(run, language);
          const inSeries = (sentence: string) => ofSeries(sentence, named.get(run.id), language);
          // Drafts that are older than names of series have the sentence alone.
          return [
            { findings, impression },
            { findings: findings.map(inSeries), impression: impression.map(inSeries) },
          ];
        });
        return { verdict, drafts };
      }),
    );
    const patient = await personOn(tx, others, caseRow);
    const since = await preliminary.changesSince(tx, staff, caseRow, content);
    return {
      reportId: row.id,
      caseNumber: caseRow.caseNumber,
      patientName: `${patient.firstName} ${patient.lastName}`,
      dateOfBirth: patient.dateOfBirth,
      ...numbersOfExamination(identities, current),
      studyDates: [...new Set(current.flatMap(({ studyDate }) => studyDate ?? []))].sort(),
      areDatesRemoved: current.some(
        ({ id, studyDate }) =>
          studyDate === null && identities.some(({ studyId, isRemoved }) => studyId === id && isRemoved),
      ),
      modality: caseRow.modality,
      bodyPart: caseRow.bodyPart,
      language: row.language,
      content,
      radsLine: radsLineOf(content, row.language),
      algorithms: algorithmsOf(runs, { analyses, studies: examinations }, row.language, verdicts),
      analyses: signedAnalyses(runs, verdicts),
      imageSha256: series.flatMap(({ instances }) => instances.map(({ sha256 }) => sha256)).sort(),
      keyImages: signedKeyImages(content, examinations),
      places: signedPlaces(
        content,
        runs.flatMap((run) =>
          analyses.draftedLines(run, row.language).map((drafted) => ({
            ...drafted,
            line: ofSeries(drafted.line, named.get(run.id), row.language),
            seriesId: run.seriesId,
          })),
        ),
        examinations,
      ),
      ...(since && { readFirst: since }),
      seenSeries: checks.seenSeries,
      signedBy: staff.name,
      signedById: staff.id,
      signer: await accounts.credentialsOf(tx, staff.id),
      signedAt: clock.now().toISOString(),
    };
  }

  return { checksOf, judge, sign };
}

/** The slices of each series that the signer was shown, for the audit trail: series id and `shown/total`. */
const toldSlices = (seen: readonly SeenSeries[]): string =>
  seen.map(({ seriesId, shown, total }) => `${seriesId} ${shown}/${total}`).join(', ');
