import { createHash } from 'node:crypto';
import type { reports as contract, secondReads } from '@duai/contract';
import { AppError } from '../../../core/app-error.ts';
import type { CaseRow } from '../../cases/index.ts';
import type { ReportRow, SecondReadRow } from '../reports.tables.ts';

type Read = Pick<SecondReadRow, 'state' | 'firstReader' | 'reader' | 'adjudicator'>;
type OfCase = Pick<CaseRow, 'id' | 'submission'>;

/** Nobody but the first reader sees AI or the report while a second one forms an opinion. */
export const isBlinded = (read: Read | undefined, staffId: string): boolean =>
  (read?.state === 'waiting' || read?.state === 'reading') && read.firstReader !== staffId;

/** @throws AppError SECOND_READ_BLINDED */
export function assertNotBlinded(read: Read | undefined, staffId: string): void {
  if (isBlinded(read, staffId)) throw new AppError('SECOND_READ_BLINDED');
}

/** Which part somebody has in a second read, or may take. */
export function roleOf(read: Read, staffId: string, hasSeen: boolean): secondReads.SecondRead['role'] {
  if (read.firstReader === staffId) return 'first-reader';
  if (read.reader === staffId) return 'reader';
  if (read.adjudicator === staffId) return 'adjudicator';
  if (read.state === 'waiting') return hasSeen ? 'none' : 'may-read';
  return read.state === 'adjudication' ? 'may-adjudicate' : 'none';
}

/** Always the same of the same images, and nobody chooses: so many of a hundred. */
export function isSampled({ id, submission }: OfCase, percent: number): boolean {
  const digest = createHash('sha256').update(`second read ${id} ${submission}`).digest();
  return digest.readUInt32BE(0) % 100 < percent;
}

/** Why a signature needs a second reader that nobody has asked for yet; null where it does not. */
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
 * Before a signature: one that is due was asked for, each is finished, and what an adjudicator decided is followed.
 * @throws AppError SECOND_READ_DUE, SECOND_READ_OPEN, ADJUDICATION_NOT_FOLLOWED
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
  if (!isFirstUpheld && findings === latest.firstFindings && impression === latest.firstImpression)
    throw new AppError('ADJUDICATION_NOT_FOLLOWED');
}

/** What a comparison leads to: agreement ends it, any difference is adjudicated. */
export const afterComparison = (agreement: (typeof contract.AGREEMENTS)[number]): secondReads.SecondReadState =>
  agreement === 'concordant' ? 'closed' : 'adjudication';

/** What a decision leads to: where the report is signed already and was not upheld, an addendum is due. */
export const afterDecision = (
  decision: secondReads.SecondReadDecision,
  { isSigned }: { isSigned: boolean },
): secondReads.SecondReadState => (isSigned && decision !== 'first' ? 'addendum-due' : 'closed');

/** 95 % interval of a share (Wilson, J Am Stat Assoc 1927;22:209); null of nothing. */
export function shareOf(count: number, of: number): { value: number; from: number; to: number } | null {
  if (of === 0) return null;
  const z = 1.959_964;
  const value = count / of;
  const middle = value + (z * z) / (2 * of);
  const half = z * Math.sqrt((value * (1 - value)) / of + (z * z) / (4 * of * of));
  const whole = 1 + (z * z) / of;
  return { value, from: Math.max(0, (middle - half) / whole), to: Math.min(1, (middle + half) / whole) };
}
