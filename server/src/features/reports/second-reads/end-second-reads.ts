import type { secondReads as contract } from '@duai/contract';
import { z } from 'zod';
import type { Tx } from '../../../adapters/database/port.ts';
import { BACKGROUND, defineJob } from '../../../adapters/queue/port.ts';
import { type Context, type StaffActor, systemContext } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { CaseRow, Cases } from '../../cases/index.ts';
import type { Queries } from '../reports.store.ts';
import type { SecondReadRow } from '../reports.tables.ts';
import type { SecondReadMails } from './second-read-mails.ts';
import * as policy from './second-reads.policy.ts';
import * as store from './second-reads.store.ts';

interface Tools {
  accounts: Accounts;
  audit: Audit;
  cases: Cases;
  mails: SecondReadMails;
}

const watchSecondReads = defineJob({
  name: 'reports.watch-second-reads',
  payload: z.strictObject({}),
  options: { ...BACKGROUND, retryLimit: 1, expireInSeconds: 300 },
});
const EVERY_FIVE_MINUTES = '*/5 * * * *';

/** Second reads whose reader does not go on, or that nobody can finish (docs/decisions/0350). */
export function createEnds(
  { db, clock, queue }: Pick<Parts, 'db' | 'clock' | 'queue'>,
  { accounts, audit, cases, mails }: Tools,
) {
  /** What decides whether a second read is kept for its reader. */
  const rulesOf = async (on: Queries) => ({
    now: clock.now(),
    hours: await cases.claimIdleHours(on),
    there: new Set((await accounts.staff.presentOfRole(on, 'radiologist')).map(({ id }) => id)),
  });

  /** Acts on the second read that is not finished, with its case locked. `act` @returns what the audit trail says; null for no change */
  const change = (
    context: Context,
    caseId: string,
    act: (tx: Tx, caseRow: CaseRow, read: SecondReadRow | undefined) => Promise<Record<string, string> | null>,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const caseRow = await cases.lock(tx, caseId);
      const details = await act(tx, caseRow, await store.findOpen(tx, caseId));
      if (!details) return;
      await cases.notifyConsole(tx, caseId);
      const action = 'reports.second-read';
      await audit.record(tx, context, { action, subjectType: 'case', subjectId: caseId, details });
    });

  /** A second read of images in whose place others came: nobody can take a step of it any more. */
  async function closeReplaced(): Promise<void> {
    for (const { caseId, submission } of await store.findUnfinished(db.drizzle)) {
      const current = await cases.submissionOf(db.drizzle, caseId);
      if (current !== null && current !== submission)
        await change(systemContext, caseId, async (tx, caseRow, read) => {
          if (!read || read.submission === caseRow.submission) return null;
          await store.updateSecondRead(tx, read.id, { state: 'closed', closedAt: clock.now() });
          return { step: 'left', state: read.state, why: 'replaced' };
        });
    }
  }

  /**
   * `reports.watch-second-reads`: a second read that its reader does not finish is offered again, and one whose opinions nobody
   * compares goes to a third radiologist. Safe to run twice.
   */
  async function watch(): Promise<void> {
    await closeReplaced();
    const taken = await store.findTaken(db.drizzle);
    if (taken.length === 0) return;
    const rules = await rulesOf(db.drizzle);
    for (const { caseId } of taken.filter((read) => policy.leaveEnds(read, rules)))
      await change(systemContext, caseId, async (tx, caseRow, read) => {
        // Once more under the lock: its reader may have saved meanwhile. While the patient has the case nobody could go on.
        const why = read && policy.goesOn(read, caseRow) && policy.leaveEnds(read, await rulesOf(tx));
        if (!read?.reader || !why) return null;
        if (read.state === 'reading') await offerAgain(tx, caseRow, read);
        else {
          await store.updateSecondRead(tx, read.id, { state: 'adjudication' });
          await mails.tellAdjudication(tx, caseRow, read);
        }
        return { step: 'left', from: read.reader, why };
      });
  }

  async function offerAgain(tx: Tx, caseRow: CaseRow, read: SecondReadRow): Promise<void> {
    await store.updateSecondRead(tx, read.id, { state: 'waiting', reader: null, readerName: null, takenAt: null });
    await mails.tellOpen(tx, caseRow, { ...read, occasion: `${read.id}:${clock.now().toISOString()}` });
  }

  return {
    watch,
    registerJobs(): void {
      queue.handle(watchSecondReads, watch);
      queue.schedule(watchSecondReads, EVERY_FIVE_MINUTES, {});
    },
    offerAgain,

    async listOpen(): Promise<contract.OpenSecondRead[]> {
      const rows = await store.findUnfinished(db.drizzle);
      const ids = rows.map(({ caseId }) => caseId);
      const numbers = await cases.numbersOf(db.drizzle, ids);
      return rows.flatMap(({ askedAt, submission: _s, ...row }) => {
        const caseNumber = numbers.get(row.caseId);
        // Erased since the rows were read.
        return caseNumber === undefined ? [] : [{ ...row, caseNumber, askedAt: askedAt.toISOString() }];
      });
    },

    /** @throws AppError SECOND_READ_NOT_YOURS where it is finished by now */
    end: (
      context: Context,
      { id }: StaffActor,
      caseId: string,
      because: (typeof contract.SECOND_READ_ENDS)[number],
    ): Promise<void> =>
      change(context, caseId, async (tx, _caseRow, read) => {
        if (!read) throw new AppError('SECOND_READ_NOT_YOURS');
        await store.updateSecondRead(tx, read.id, {
          state: 'closed',
          closedAt: clock.now(),
          endedBy: id,
          endedBecause: because,
        });
        return { step: 'end', state: read.state, because };
      }),
  };
}
