import { secondReads as contract } from '@duai/contract';
import type { Context, StaffActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { CaseRow } from '../../cases/index.ts';
import { assertMayEdit } from '../reports.policy.ts';
import { lockReport, type Queries } from '../reports.store.ts';
import type { ReportRow, SecondReadRow } from '../reports.tables.ts';
import type { SecondReadMails } from './second-read-mails.ts';
import * as policy from './second-reads.policy.ts';
import * as store from './second-reads.store.ts';
import type { Step } from './second-reads.ts';

/** A report that was changed after an agreement or a decision is confirmed by whose word it was, or the change is undone. */
export function createConfirmations({
  clock,
  step,
  mails,
}: Pick<Parts, 'clock'> & { step: Step; mails: SecondReadMails }) {
  /** The second read that an agreement or a decision closed. */
  async function closedOf(on: Queries, caseRow: CaseRow): Promise<SecondReadRow | undefined> {
    const latest = policy.latestOf(await store.findSecondReads(on, caseRow.id), caseRow);
    return latest?.state === 'closed' && latest.endedBecause === null ? latest : undefined;
  }

  return {
    /** @throws AppError SECOND_READ_NOT_YOURS where no text waits to be confirmed; the errors of `assertMayEdit` */
    ask: (context: Context, staff: StaffActor, caseId: string): Promise<void> =>
      step(context, caseId, async (tx, { caseRow }) => {
        const report = await lockReport(tx, caseId);
        assertMayEdit(staff, caseRow, report);
        const read = await closedOf(tx, caseRow);
        if (!read || policy.agreedTextState(read, report.content) !== 'changed')
          throw new AppError('SECOND_READ_NOT_YOURS');
        await store.updateSecondRead(tx, read.id, { confirmationAskedAt: clock.now() });
        await mails.tellConfirmation(tx, read, report.version);
        return { step: 'ask-confirmation', version: String(report.version) };
      }),

    /** @throws AppError SECOND_READ_NOT_YOURS; REPORT_CHANGED where the report has another version than the one looked at */
    confirm: (context: Context, staff: StaffActor, caseId: string, version: number): Promise<void> =>
      step(context, caseId, async (tx, { caseRow }) => {
        const report = await lockReport(tx, caseId);
        const read = await closedOf(tx, caseRow);
        if (!read || !report || !policy.mayConfirm(read, staff.id, caseRow))
          throw new AppError('SECOND_READ_NOT_YOURS');
        if (report.version !== version) throw new AppError('REPORT_CHANGED');
        await store.updateSecondRead(tx, read.id, {
          confirmed: contract.comparedSchema.parse(report.content),
          confirmationAskedAt: null,
        });
        return { step: 'confirm', version: String(version) };
      }),

    /**
     * With each save: a text that says again what was agreed on needs no confirmation. @returns for the audit trail, how the
     * text stands to the agreement; nothing where there is none
     */
    async followSave(
      on: Queries,
      caseRow: CaseRow,
      { content }: Pick<ReportRow, 'content'>,
    ): Promise<{ agreedText?: contract.AgreedText['state'] }> {
      const read = await closedOf(on, caseRow);
      if (!read) return {};
      const state = policy.agreedTextState(read, content);
      if (state !== 'changed' && read.confirmationAskedAt)
        await store.updateSecondRead(on, read.id, { confirmationAskedAt: null });
      return { agreedText: state };
    },

    /** Another second read takes the place of a confirmation. */
    withdraw: (on: Queries, caseId: string): Promise<void> => store.withdrawConfirmations(on, caseId),
  };
}
