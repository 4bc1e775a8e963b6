import { type AnalysisVerdict, reports as contract, isSummaryWritten, radsFor, type studies } from '@duai/contract';
import type { StaffActor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { CaseRow } from '../cases/index.ts';
import type { ReportRow } from './reports.tables.ts';

/**
 * Only a report in review, by the radiologist who claimed the case. A draft of earlier images is not ready: while new
 * ones are analysed, nobody signs what was written about the old ones. @throws AppError
 */
export function assertMayEdit<Report extends Pick<ReportRow, 'status' | 'submission'>>(
  staff: StaffActor,
  caseRow: Pick<CaseRow, 'status' | 'claimedBy' | 'submission'>,
  report: Report | undefined,
): asserts report is Report {
  if (report?.status === 'signed') throw new AppError('REPORT_SIGNED');
  if (caseRow.status !== 'processing') throw new AppError('CASE_NOT_IN_REVIEW');
  if (caseRow.claimedBy === null) throw new AppError('CASE_NOT_CLAIMED');
  if (caseRow.claimedBy !== staff.id) throw new AppError('CASE_CLAIMED');
  if (report?.submission !== caseRow.submission) throw new AppError('REPORT_NOT_READY');
}

/**
 * Findings and impression are there, and somebody wrote to the patient: what the draft proposed is no summary.
 * @throws AppError REPORT_INCOMPLETE, REPORT_HAS_GAPS, SUMMARY_NOT_WRITTEN
 */
export function assertComplete(content: contract.ReportContent, draft: contract.ReportContent): void {
  if (!content.findings.trim() || !content.impression.trim()) throw new AppError('REPORT_INCOMPLETE');
  const texts = contract.REPORT_SECTIONS.map((section) => content[section]);
  if ([...texts, content.plainSummary].some((text) => text.includes(contract.REPORT_GAP)))
    throw new AppError('REPORT_HAS_GAPS');
  const generated = [draft.plainSummary, draft.findings, draft.impression];
  if (!isSummaryWritten(content.plainSummary, generated)) throw new AppError('SUMMARY_NOT_WRITTEN');
}

interface Judged {
  verdict: AnalysisVerdict | undefined;
  /** What the algorithm put into the draft, or of a rejected result said at all, in each language of a report. */
  drafts: { findings: string[]; impression: string[] }[];
}

/**
 * What the radiologist rejected does not stay in the text, and what was corrected does not stay as it was: of a rejected
 * result no sentence is left, of a corrected one at least one is not. @throws AppError REPORT_KEEPS_REJECTED
 */
export function assertFollowsVerdicts(content: contract.ReportContent, judged: Judged[]): void {
  const written = new Set(`${content.findings}\n${content.impression}`.split('\n').map((line) => line.trim()));
  const isKept = ({ verdict, drafts }: Judged) =>
    drafts.some(({ findings, impression }) => {
      const lines = [...findings, ...impression];
      if (lines.length === 0 || verdict === undefined || verdict === 'accepted') return false;
      return verdict === 'rejected'
        ? lines.some((line) => written.has(line))
        : lines.every((line) => written.has(line));
    });
  if (judged.some(isKept)) throw new AppError('REPORT_KEEPS_REJECTED');
}

/** A RADS list is for the modalities that it was made for. @throws AppError RADS_NOT_FITTING */
export function assertRadsFits(
  { rads }: Pick<contract.ReportContent, 'rads'>,
  { modality }: Pick<CaseRow, 'modality'>,
  examinations: readonly Pick<studies.Study, 'series'>[],
): void {
  const modalities = examinations.flatMap(({ series }) => series.map((each) => each.modality));
  if (rads && !radsFor(modalities, modality).includes(rads.system)) throw new AppError('RADS_NOT_FITTING');
}
