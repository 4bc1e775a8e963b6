import { createHash } from 'node:crypto';
import type { reports as contract, secondReads } from '@duai/contract';
import { AppError } from '../../../core/app-error.ts';
import type { CaseRow } from '../../cases/index.ts';
import type { ReportRow, SecondReadRow } from '../reports.tables.ts';

type Read = Pick<SecondReadRow, 'state' | 'firstReader' | 'reader' | 'adjudicator'>;
type OfCase = Pick<CaseRow, 'id' | 'submission'>;

/** While a second reader forms an opinion, only the first reader sees AI results and the report. */
export const isBlinded = (read: Read | undefined, staffId: string): boolean =>
  (read?.state === 'waiting' || read?.state === 'reading') && read.firstReader !== staffId;

/** @throws AppError SECOND_READ_BLINDED */
export function assertNotBlinded(read: Read | undefined, staffId: string): void {
  if (isBlinded(read, staffId)) throw new AppError('SECOND_READ_BLINDED');
}

/** The role that a person has or may take in a second read. */
export function roleOf(read: Read, staffId: string, hasSeen: boolean): secondReads.SecondRead['role'] {
  if (read.firstReader === staffId) return 'first-reader';
  if (read.reader === staffId) return 'reader';
  if (read.adjudicator === staffId) return 'adjudicator';
  if (read.state === 'waiting') return hasSeen ? 'none' : 'may-read';
  return read.state === 'adjudication' ? 'may-adjudicate' : 'none';
}

/** Whether a second read is required by sampling, in percent. It depends only on the case and its submission. */
export function isSampled({ id, submission }: OfCase, percent: number): boolean {
  const digest = createHash('sha256').update(`second read ${id} ${submission}`).digest();
  return digest.readUInt32BE(0) % 100 < percent;
}

/** Why a signature needs a second read that was not yet requested; null where it needs none. */
export function dueBecause(
  caseRow: OfCase,
  { content, status }: Pick<ReportRow, 'content' | 'status'>,
  { reads, percent }: { reads: readonly Pick<SecondReadRow, 'submission'>[]; percent: number },
): 'major-difference' | 'sample' | null {
  if (status === 'signed' || reads.some(({ submission }) => submission === caseRow.submission)) return null;
  if (content.agreement === 'major-difference') return 'major-difference';
  return isSampled(caseRow, percent) ? 'sample' : null;
}

/**
 * Checks before a signature: a required second read was requested, it is finished, and the adjudicator's decision is
 * followed. @throws AppError SECOND_READ_DUE, SECOND_READ_OPEN, ADJUDICATION_NOT_FOLLOWED
 */
export function assertMaySign(
  caseRow: OfCase,
  report: Pick<ReportRow, 'content' | 'status'>,
  { reads, percent }: { reads: readonly SecondReadRow[]; percent: number },
): void {
  if (dueBecause(caseRow, report, { reads, percent })) throw new AppError('SECOND_READ_DUE');
  const latest = reads.findLast(({ submission }) => submission === caseRow.submission);
  if (!latest) return;
  if (latest.state !== 'closed') throw new AppError('SECOND_READ_OPEN');
  const isFirstUpheld = latest.decision === null || latest.decision === 'first';
  const { findings, impression } = report.content;
  const isUnchanged =
    wordsOf(findings) === wordsOf(latest.firstFindings) && wordsOf(impression) === wordsOf(latest.firstImpression);
  if (!isFirstUpheld && isUnchanged) throw new AppError('ADJUDICATION_NOT_FOLLOWED');
}

/** Words and signs alone: other spaces, lines and punctuation are no change of an opinion, "< 5 mm" for "> 5 mm" is one. */
const wordsOf = (text: string): string => (text.match(/[\p{L}\p{N}]+|\p{Sm}/gu) ?? []).join(' ');

/** The state after the comparison: agreement closes the read, any difference goes to adjudication. */
export const afterComparison = (agreement: (typeof contract.AGREEMENTS)[number]): secondReads.SecondReadState =>
  agreement === 'concordant' ? 'closed' : 'adjudication';

/** The state after the adjudication: where a signed report was not upheld, an addendum is due. */
export const afterDecision = (
  decision: secondReads.SecondReadDecision,
  { isSigned }: { isSigned: boolean },
): secondReads.SecondReadState => (isSigned && decision !== 'first' ? 'addendum-due' : 'closed');

/** A share with its 95 % interval (Wilson, J Am Stat Assoc 1927;22:209); null where the total is 0. */
export function shareOf(count: number, of: number): { value: number; from: number; to: number } | null {
  if (of === 0) return null;
  const z = 1.959_964;
  const value = count / of;
  const middle = value + (z * z) / (2 * of);
  const half = z * Math.sqrt((value * (1 - value)) / of + (z * z) / (4 * of * of));
  const whole = 1 + (z * z) / of;
  return { value, from: Math.max(0, (middle - half) / whole), to: Math.min(1, (middle + half) / whole) };
}
