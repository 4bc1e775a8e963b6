import { secondReads as contract, given, isWritten } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, StaffActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { newId } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import type { CaseRow, Cases } from '../../cases/index.ts';
import { assertMayEdit } from '../reports.policy.ts';
import { lockReport } from '../reports.store.ts';
import type { ReportRow } from '../reports.tables.ts';
import type { createConfirmations } from './confirmations.ts';
import type { createLooks } from './look-at-second-read.ts';
import type { SecondReadMails } from './second-read-mails.ts';
import * as policy from './second-reads.policy.ts';
import * as store from './second-reads.store.ts';
import type { Step } from './second-reads.ts';

interface Tools {
  cases: Cases;
  mails: SecondReadMails;
  confirmations: Pick<ReturnType<typeof createConfirmations>, 'withdraw'>;
  ofCase: Parameters<typeof createLooks>[1]['ofCase'];
}

/** Asks for a second read of the current images. */
export function createAsk(
  { clock, step }: Pick<Parts, 'clock'> & { step: Step },
  { cases, mails, confirmations, ofCase }: Tools,
) {
  /**
   * The opinion to compare with. Before the signature only the radiologist who claimed the case and wrote the text may
   * ask; afterwards anybody.
   */
  async function firstOpinion(tx: Tx, staff: StaffActor, caseRow: CaseRow, report: ReportRow | undefined) {
    if (report?.status === 'signed')
      return {
        firstReader: given(report.signedBy, 'the signatory'),
        firstReaderName: given(report.signedByName, 'the name of the signatory'),
        content: report.content,
        report,
      };
    assertMayEdit(staff, caseRow, report);
    await cases.assertConsentInReview(tx, caseRow);
    if (await cases.isAiWithheldFrom(tx, staff, caseRow.id)) throw new AppError('READ_FIRST');
    policy.assertOwnText(report, staff.id);
    if (!isWritten(report.content.findings) || !isWritten(report.content.impression))
      throw new AppError('REPORT_INCOMPLETE');
    return { firstReader: staff.id, firstReaderName: staff.name, content: report.content, report };
  }

  /**
   * @throws AppError SECOND_READ_OPEN where one is under way; before the signature also READ_FIRST,
   * SECOND_READ_NOT_OWN_TEXT, CASE_WITHOUT_CONSENT and the errors of `assertMayEdit`
   */
  return (context: Context, staff: StaffActor, caseId: string): Promise<void> =>
    step(context, caseId, async (tx, { caseRow, read }) => {
      if (read) throw new AppError('SECOND_READ_OPEN');
      const { report, content, ...first } = await firstOpinion(tx, staff, caseRow, await lockReport(tx, caseId));
      const due = policy.dueBecause(caseRow, report, await ofCase(tx, caseId));
      const reason = report.status === 'signed' ? 'after-signature' : (due ?? 'request');
      const older = await store.findOpen(tx, caseId);
      if (older) await store.updateSecondRead(tx, older.id, { state: 'closed', closedAt: clock.now() });
      await confirmations.withdraw(tx, caseId);
      const id = newId();
      await store.insertSecondRead(tx, {
        id,
        caseId,
        submission: caseRow.submission,
        reason,
        state: 'waiting',
        ...first,
        firstLanguage: report.language,
        firstFindings: content.findings,
        firstImpression: content.impression,
        compared: contract.comparedSchema.parse(content),
        askedAt: clock.now(),
        askedBy: staff.id,
      });
      await mails.tellOpen(tx, caseRow, { firstReader: first.firstReader, reader: null, occasion: id });
      return { step: 'ask', reason };
    });
}
