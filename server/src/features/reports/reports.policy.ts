import {
  type AnalysisVerdict,
  reports as contract,
  examinedIn,
  isSummaryWritten,
  isWritten,
  LIMITS,
  radsFor,
} from '@duai/contract';
import type { StaffActor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { CaseRow } from '../cases/index.ts';
import type { ReportRow } from './reports.tables.ts';

/**
 * Only the radiologist who claimed the case may edit, and only a report in review. A draft of earlier images cannot be
 * edited or signed while new images are analysed. @throws AppError
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

/** @throws AppError ADDENDUM_EXISTS for a text that this radiologist has signed already, TOO_MANY_ADDENDA */
export function assertNewAddendum(
  addenda: readonly { readonly signedBy: string; readonly text: string }[],
  staff: StaffActor,
  text: string,
): void {
  if (addenda.some((one) => one.signedBy === staff.id && one.text === text)) throw new AppError('ADDENDUM_EXISTS');
  if (addenda.length >= LIMITS.addendaPerReport) throw new AppError('TOO_MANY_ADDENDA');
}

/**
 * Findings and impression are written, and so is the summary for the patient: the text of a draft does not count.
 * @param drafts that of the pipeline in each language of a report
 * @throws AppError REPORT_INCOMPLETE, REPORT_HAS_GAPS, RADS_OVERALL_MISSING, SUMMARY_NOT_WRITTEN
 */
export function assertComplete(content: contract.ReportContent, drafts: readonly contract.ReportContent[]): void {
  if (!isWritten(content.findings) || !isWritten(content.impression)) throw new AppError('REPORT_INCOMPLETE');
  const texts = contract.REPORT_SECTIONS.map((section) => content[section]);
  if ([...texts, content.plainSummary].some((text) => text.includes(contract.REPORT_GAP)))
    throw new AppError('REPORT_HAS_GAPS');
  if (content.rads?.category === null) throw new AppError('RADS_OVERALL_MISSING');
  const generated = drafts.flatMap(({ plainSummary, findings, impression }) => [plainSummary, findings, impression]);
  if (!isSummaryWritten(content.plainSummary, generated)) throw new AppError('SUMMARY_NOT_WRITTEN');
}

interface Judged {
  verdict: AnalysisVerdict | undefined;
  /** The sentences that the algorithm drafted (of a rejected result: all its sentences), in each language of a report. */
  drafts: { findings: string[]; impression: string[] }[];
}

/**
 * The report contains no sentence of a rejected result, and not all sentences of a corrected one unchanged.
 * @throws AppError REPORT_KEEPS_REJECTED
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

/** A RADS category may be chosen only of a list for this modality and part. @throws AppError RADS_NOT_FITTING */
export function assertRadsFits(
  { rads }: Pick<contract.ReportContent, 'rads'>,
  caseRow: Pick<CaseRow, 'modality' | 'bodyPart'>,
  examinations: Parameters<typeof examinedIn>[1],
): void {
  if (rads && !radsFor(examinedIn(caseRow, examinations)).includes(rads.system)) throw new AppError('RADS_NOT_FITTING');
}
