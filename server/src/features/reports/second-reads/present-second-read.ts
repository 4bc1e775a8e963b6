import { secondReads as contract, given, radsInWords } from '@duai/contract';
import type { StaffActor } from '../../../core/actor.ts';
import type { CaseRow } from '../../cases/index.ts';
import type { ReportRow, SecondReadRow } from '../reports.tables.ts';
import * as policy from './second-reads.policy.ts';

interface Shown {
  staff: StaffActor;
  caseRow: CaseRow;
  report: ReportRow | undefined;
  hasSeen: boolean;
  /** The opinions are kept from this reader, unless one of them is theirs. */
  isWithheld: boolean;
  /** So long a second read is kept for who has taken it. */
  keptHours: number;
}

/** Each opinion is shown to its author, and once both are written to everybody who may see AI: they may name it. */
export function presentSecondRead(row: SecondReadRow, shown: Shown): contract.SecondRead {
  const { staff, isWithheld } = shown;
  const role = policy.roleOf(row, staff.id, shown);
  const isParty = role === 'first-reader' || role === 'reader' || role === 'adjudicator';
  const isOver = row.readAt !== null && (isParty || !isWithheld);
  const isShown = isOver || role === 'first-reader';
  const second = row.findings !== null && row.impression !== null && row.language !== null;
  return {
    id: row.id,
    reason: isShown ? row.reason : null,
    state: row.state,
    askedAt: row.askedAt.toISOString(),
    role,
    readerName: row.readerName,
    mayWithdraw: policy.mayWithdraw(row, staff.id, shown.caseRow),
    keptUntil: policy.keptUntil(row, shown.keptHours)?.toISOString() ?? null,
    endedBecause: row.endedBecause,
    first: isShown
      ? {
          by: row.firstReaderName,
          language: row.firstLanguage,
          findings: row.firstFindings,
          impression: row.firstImpression,
          recommendations: row.compared.recommendations,
          radsLine: row.compared.rads ? radsInWords(row.compared.rads, row.firstLanguage).line : null,
        }
      : null,
    second:
      isOver && second
        ? {
            by: given(row.readerName, 'the name of the second reader'),
            language: given(row.language, 'the language of the second read'),
            findings: given(row.findings, 'the findings of the second read'),
            impression: given(row.impression, 'the impression of the second read'),
          }
        : null,
    agreement: isOver ? row.agreement : null,
    adjudication:
      isOver && row.decision && row.adjudication !== null
        ? {
            by: given(row.adjudicatorName, 'the name of the third radiologist'),
            decision: row.decision,
            text: row.adjudication,
          }
        : null,
    agreedText: isOver ? presentAgreedText(row, shown) : null,
  };
}

function presentAgreedText(row: SecondReadRow, { staff, caseRow, report }: Shown): contract.AgreedText | null {
  if (
    row.state !== 'closed' ||
    row.endedBecause !== null ||
    report?.status !== 'draft' ||
    row.submission !== caseRow.submission
  )
    return null;
  const state = policy.agreedTextState(row, report.content);
  const isEditor = caseRow.claimedBy === staff.id && caseRow.status === 'processing';
  return {
    state,
    by: given(policy.wordOf(row).name, 'who agreed or decided'),
    // A text from before a field was there is without it.
    content: contract.comparedSchema.parse(policy.agreedText(row)),
    isUpheld: policy.isUpheld(row),
    askedAt: row.confirmationAskedAt?.toISOString() ?? null,
    mayDo: state !== 'changed' ? null : isEditor ? 'ask' : policy.mayConfirm(row, staff.id, caseRow) ? 'confirm' : null,
  };
}
