import type { cases as contract } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import { type Context, type StaffActor, systemContext } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Audit } from '../../audit/index.ts';
import { findClaimIdleHours } from '../assignment/assignment.store.ts';
import type { Assigning } from '../assignment/assignment.ts';
import { claimEnds, hasClaimed, isClaimedByAnother, UNCLAIMED } from '../cases.policy.ts';
import * as store from '../cases.store.ts';
import type { CaseRow } from '../cases.tables.ts';
import { lockReadable } from '../readable-case.ts';
import { findSecondReadTasks } from './worklist.store.ts';

export type Claims = ReturnType<typeof createClaims>;

/** Work on a case is stored at most once in this time, in ms. */
const NOTED_EVERY_MS = 60_000;

/** Claims of cases by readers. A claim is a lease, which ends by itself or is taken over (docs/decisions/0232). */
export function createClaims(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { accounts, audit, assignment }: { accounts: Accounts; audit: Audit; assignment: Assigning },
) {
  /** Runs one change of a claim with its audit row; nothing is recorded where nothing changed. */
  const change = (
    context: Context,
    caseId: string,
    action: string,
    act: (tx: Tx, row: CaseRow) => Promise<Record<string, string> | null>,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const row = await lockReadable(tx, context, caseId);
      if (row.status !== 'processing') throw new AppError('CASE_NOT_IN_REVIEW');
      const details = await act(tx, row);
      if (!details) return;
      await store.notifyChange(tx, row.patientId, caseId);
      await audit.record(tx, context, { action: `cases.${action}`, subjectType: 'case', subjectId: caseId, details });
    });

  /** What decides whether a claim ends now. */
  const rulesOf = async (on: store.Queries) => ({
    now: clock.now(),
    idleHours: await findClaimIdleHours(on),
    there: new Set((await accounts.staff.presentOfRole(on, 'radiologist')).map(({ id }) => id)),
  });

  const give = async (tx: Tx, { id }: CaseRow, staff: StaffActor): Promise<void> => {
    const now = clock.now();
    await store.updateCase(tx, id, { claimedBy: staff.id, claimedAt: now, claimActiveAt: now });
  };

  return {
    claim: (context: Context, staff: StaffActor, caseId: string): Promise<void> =>
      change(context, caseId, 'claim', async (tx, row) => {
        if (isClaimedByAnother(staff, row)) throw new AppError('CASE_CLAIMED');
        if (hasClaimed(staff, row)) return null;
        await give(tx, row, staff);
        return {};
      }),

    /** A case that the rules had given to who gives it back goes to another reader: it would wait among theirs. */
    release: (context: Context, staff: StaffActor, caseId: string): Promise<void> =>
      change(context, caseId, 'release', async (tx, row) => {
        if (!hasClaimed(staff, row)) throw new AppError('CASE_NOT_CLAIMED');
        const isOwn = row.assignedTo === staff.id;
        const released = await store.updateCase(tx, caseId, { ...UNCLAIMED, ...(isOwn && { assignedTo: null }) });
        if (isOwn) await assignment.give(tx, released, staff.id);
        return {};
      }),

    /** Takes the claim over from a colleague. What they saved stays in the draft and in its versions. */
    takeOver: (
      context: Context,
      staff: StaffActor,
      caseId: string,
      reason: (typeof contract.TAKE_OVER_REASONS)[number],
    ): Promise<void> =>
      change(context, caseId, 'take-over', async (tx, row) => {
        if (row.claimedBy === null) throw new AppError('CASE_NOT_CLAIMED');
        if (hasClaimed(staff, row)) return null;
        await give(tx, row, staff);
        return { from: row.claimedBy, reason };
      }),

    /** Renews the claim because its holder works on the case. */
    async keepClaim(tx: store.Queries, staff: StaffActor, row: CaseRow): Promise<void> {
      const now = clock.now();
      if (!hasClaimed(staff, row)) return;
      if (row.claimActiveAt && now.getTime() - row.claimActiveAt.getTime() < NOTED_EVERY_MS) return;
      await store.noteWork(tx, row.id, staff.id, now);
    },

    /** Part of `cases.watch`: ends claims of absent or idle readers and assigns the cases again. Safe to run twice. */
    async endClaims(): Promise<void> {
      const claimed = await store.findClaimed(db.drizzle);
      if (claimed.length === 0) return;
      const rules = await rulesOf(db.drizzle);
      for (const { id } of claimed.filter((row) => claimEnds(row, rules))) {
        await db.transaction(async (tx) => {
          // Once more under the lock: the holder may have worked or changed meanwhile.
          const row = await store.lockCase(tx, id);
          const why = row && claimEnds(row, await rulesOf(tx));
          if (!row?.claimedBy || !why) return;
          // Who waits for a second reader has nothing to do, and anybody else would be blinded until then.
          if (why === 'idle' && (await findSecondReadTasks(tx, row.claimedBy, [id])).get(id) === 'waiting')
            return store.noteWork(tx, id, row.claimedBy, clock.now());
          await assignment.give(tx, await store.updateCase(tx, id, { ...UNCLAIMED, assignedTo: null }), row.claimedBy);
          await store.notifyChange(tx, row.patientId, id);
          await audit.record(tx, systemContext, {
            action: 'cases.claim-ended',
            subjectType: 'case',
            subjectId: id,
            details: { from: row.claimedBy, why },
          });
        });
      }
    },
  };
}
