import { createHash } from 'node:crypto';
import { reports as contract, type secondReads } from '@duai/contract';
import { AppError } from '../../../core/app-error.ts';
import { canonicalJson } from '../../../core/canonical-json.ts';
import { HOUR_MS, later } from '../../../core/clock.ts';
import type { CaseRow } from '../../cases/index.ts';
import type { ReportRow, SecondReadRow } from '../reports.tables.ts';

type Read = Pick<SecondReadRow, 'state' | 'reason' | 'firstReader' | 'reader' | 'adjudicator'>;
type OfCase = Pick<CaseRow, 'id' | 'submission'>;

/**
 * While a second reader forms an opinion, only the first reader sees AI results and the report. Of one that is asked for after
 * the signature also who had seen them before, and so cannot be its reader: the patient has the report, and asks about it.
 */
export const isBlinded = (read: Read | undefined, staffId: string, { hasSeen }: { hasSeen: boolean }): boolean =>
  (read?.state === 'waiting' || read?.state === 'reading') &&
  read.firstReader !== staffId &&
  !(read.reason === 'after-signature' && hasSeen);

/** The role that a person has or may take in a second read; who may not see the opinions decides about none. */
export function roleOf(
  read: Read,
  staffId: string,
  { hasSeen, isWithheld }: { hasSeen: boolean; isWithheld: boolean },
): secondReads.SecondRead['role'] {
  if (read.firstReader === staffId) return 'first-reader';
  if (read.reader === staffId) return 'reader';
  if (read.adjudicator === staffId) return 'adjudicator';
  if (read.state === 'waiting') return hasSeen ? 'none' : 'may-read';
  return read.state === 'adjudication' && !isWithheld ? 'may-adjudicate' : 'none';
}

/**
 * Whether the opinions are kept from a reader from whom AI is withheld. Where the whole house reads first, somebody has to
 * decide between two that differ.
 */
export const areOpinionsWithheld = (
  read: Pick<Read, 'state'>,
  { isAiWithheld, isReadFirstForAll }: { isAiWithheld: boolean; isReadFirstForAll: boolean },
): boolean => isAiWithheld && !(read.state === 'adjudication' && isReadFirstForAll);

/** While nobody has taken it, who asked may take it back; before the signature also who has the case by now. */
export const mayWithdraw = (
  { state, reason, askedBy }: Pick<SecondReadRow, 'state' | 'reason' | 'askedBy'>,
  staffId: string,
  { claimedBy }: Pick<CaseRow, 'claimedBy'>,
): boolean => state === 'waiting' && (askedBy === staffId || (reason !== 'after-signature' && claimedBy === staffId));

type Taken = Pick<SecondReadRow, 'state' | 'reader' | 'takenAt' | 'readAt'>;

/** Until when a second read is kept for its reader: so many hours from taking it, and then from saving the opinion. */
export function keptUntil({ state, takenAt, readAt }: Taken, hours: number): Date | null {
  const since = state === 'reading' ? takenAt : state === 'comparing' ? readAt : null;
  return since && later(since, hours * HOUR_MS);
}

/** Why a second read is not kept for its reader any longer: absent or no longer here, or idle for too long; else null. */
export function leaveEnds(
  read: Taken,
  { now, hours, there }: { now: Date; hours: number; there: ReadonlySet<string> },
): 'absent' | 'idle' | null {
  const until = keptUntil(read, hours);
  if (!until || read.reader === null) return null;
  if (!there.has(read.reader)) return 'absent';
  return now >= until ? 'idle' : null;
}

/** A first opinion is the text of the one who gives it. @throws AppError SECOND_READ_NOT_OWN_TEXT */
export function assertOwnText({ editedBy }: Pick<ReportRow, 'editedBy'>, staffId: string): void {
  if (editedBy !== staffId) throw new AppError('SECOND_READ_NOT_OWN_TEXT');
}

/** A second read goes on while its case is in review; one asked for after the signature, while it is completed. */
export const goesOn = ({ reason }: Pick<SecondReadRow, 'reason'>, { status }: Pick<CaseRow, 'status'>): boolean =>
  status === (reason === 'after-signature' ? 'completed' : 'processing');

/** @throws AppError CASE_NOT_IN_REVIEW */
export function assertGoesOn(read: Pick<SecondReadRow, 'reason'>, caseRow: Pick<CaseRow, 'status'>): void {
  if (!goesOn(read, caseRow)) throw new AppError('CASE_NOT_IN_REVIEW');
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
 * Checks before a signature: a required second read was requested, it is finished, and the report says what was agreed on or
 * decided, unless an operator ended it. @throws AppError SECOND_READ_DUE, SECOND_READ_OPEN, ADJUDICATION_NOT_FOLLOWED, AGREED_TEXT_CHANGED
 */
export function assertMaySign(
  caseRow: OfCase,
  report: Pick<ReportRow, 'content' | 'status'>,
  { reads, percent }: { reads: readonly SecondReadRow[]; percent: number },
): void {
  if (dueBecause(caseRow, report, { reads, percent })) throw new AppError('SECOND_READ_DUE');
  const latest = latestOf(reads, caseRow);
  if (!latest || latest.endedBecause) return;
  if (latest.state !== 'closed') throw new AppError('SECOND_READ_OPEN');
  const state = agreedTextState(latest, report.content);
  if (state === 'not-followed') throw new AppError('ADJUDICATION_NOT_FOLLOWED');
  if (state === 'changed') throw new AppError('AGREED_TEXT_CHANGED');
}

/** The latest second read of the current images. */
export const latestOf = <Each extends Pick<SecondReadRow, 'submission'>>(
  reads: readonly Each[],
  { submission }: OfCase,
): Each | undefined => reads.findLast((each) => each.submission === submission);

type Agreed = Pick<SecondReadRow, 'decision' | 'compared' | 'confirmed'>;

/** The text that the second reader or the adjudicator has agreed to; where nothing was upheld, the first opinion. */
export const agreedText = ({ compared, confirmed }: Agreed): secondReads.ComparedContent => confirmed ?? compared;

export const isUpheld = ({ decision, confirmed }: Agreed): boolean =>
  confirmed !== null || decision === null || decision === 'first';

/** How a draft stands to the agreement or the decision that closed a second read (docs/decisions/0342). */
export function agreedTextState(read: Agreed, content: contract.ReportContent): secondReads.AgreedText['state'] {
  const isSame = nameOf(agreedText(read)) === nameOf(content);
  if (isSame) return isUpheld(read) ? 'as-agreed' : 'not-followed';
  return 'changed';
}

/** Equal for texts that differ in spaces and lines alone: a comma or a question mark can change an opinion. */
const nameOf = (content: secondReads.ComparedContent): string =>
  canonicalJson({
    ...Object.fromEntries(
      contract.REPORT_SECTIONS.map((section) => [
        section,
        content[section].normalize('NFC').split(/\s+/).join(' ').trim(),
      ]),
    ),
    agreement: content.agreement ?? null,
    rads: content.rads ?? null,
  });

/** Whose word closed the read, and who confirms another text: the adjudicator, or the second reader who agreed. */
export const wordOf = ({ reader, readerName, adjudicator, adjudicatorName }: SecondReadRow) =>
  adjudicator === null ? { id: reader, name: readerName } : { id: adjudicator, name: adjudicatorName };

/** Who signs cannot confirm: a reader who took the case over asks for another second read. */
export const mayConfirm = (read: SecondReadRow, staffId: string, { claimedBy }: Pick<CaseRow, 'claimedBy'>): boolean =>
  read.confirmationAskedAt !== null && wordOf(read).id === staffId && claimedBy !== staffId;

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
