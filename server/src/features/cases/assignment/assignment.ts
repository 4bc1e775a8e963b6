import type { assignment as contract, Sent } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { lockByName } from '../../../core/lock-by-name.ts';
import type { Parts } from '../../../parts.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Audit } from '../../audit/index.ts';
import type { CaseMails } from '../case-mails.ts';
import { lockCase, notifyConsole, updateCase } from '../cases.store.ts';
import type { CaseRow } from '../cases.tables.ts';
import { readerFor } from './assignment.policy.ts';
import * as store from './assignment.store.ts';

/** A rule for all cases of a house that had none before takes several runs. */
const MOST_GIVEN_AT_ONCE = 500;

export type Assigning = ReturnType<typeof createAssignment>;

/** Assigns cases to readers by the rules of the operators, and reassigns those of absent readers (docs/decisions/0211). */
export function createAssignment(
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { accounts, audit, mails }: { accounts: Accounts; audit: Audit; mails: CaseMails },
) {
  const thereNow = async (tx: Tx) =>
    new Set((await accounts.staff.presentOfRole(tx, 'radiologist')).map(({ id }) => id));

  /**
   * Assigns the case and mails the reader, or every present radiologist where no rule fits. Who had the case and left it gets
   * it again only where the rules have nobody else.
   */
  async function give(tx: Tx, row: CaseRow, leftBy: string | null = null): Promise<void> {
    const there = await accounts.staff.presentOfRole(tx, 'radiologist');
    const rules = await store.findRules(tx);
    const load = await store.countByReader(tx);
    const others = there.filter(({ id }) => id !== leftBy);
    const assignedTo = readerFor(row, rules, others, load) ?? readerFor(row, rules, there, load);
    await mails.tellArrived(tx, await updateCase(tx, row.id, { assignedTo }));
  }

  async function present(tx: Tx): Promise<contract.Assignment> {
    const there = await thereNow(tx);
    const all = await accounts.staff.ofRole(tx, 'radiologist');
    const names = await accounts.staffNames(
      tx,
      all.map(({ id }) => id),
    );
    return {
      rules: await store.findRules(tx),
      claimIdleHours: await store.findClaimIdleHours(tx),
      updatedAt: (await store.findRulesTime(tx))?.toISOString() ?? null,
      radiologists: all.map(({ id, email, subspecialties }) => ({
        id,
        name: names.get(id) ?? '',
        email,
        isAbsent: !there.has(id),
        subspecialties,
      })),
    };
  }

  return {
    give,

    /** Part of `cases.watch`: reassigns cases of readers who are absent or no longer work here. Safe to run twice. */
    async giveAnew(): Promise<void> {
      const isGone = async (tx: Tx, { status, assignedTo, claimedBy }: CaseRow) =>
        status === 'processing' && claimedBy === null && assignedTo !== null && !(await thereNow(tx)).has(assignedTo);
      for (const { id } of await store.findGiven(db.drizzle)) {
        await db.transaction(async (tx) => {
          const row = await lockCase(tx, id);
          if (!row || !(await isGone(tx, row))) return;
          await give(tx, { ...row, assignedTo: null });
          await notifyConsole(tx, id);
        });
      }
    },

    /**
     * Part of `cases.watch`: cases for which the rules had nobody who is there go to who is there by now. Nobody is mailed: the
     * case was told when it arrived, or stands in the worklist of who comes back. Safe to run twice.
     */
    async giveLeft(): Promise<void> {
      const rules = await store.findRules(db.drizzle);
      if (rules.length === 0) return;
      const there = await db.transaction((tx) => accounts.staff.presentOfRole(tx, 'radiologist'));
      const load = await store.countByReader(db.drizzle);
      const found = (await store.findGivenToNobody(db.drizzle)).flatMap((row) => {
        const reader = readerFor(row, rules, there, load);
        if (reader === null) return [];
        load.set(reader, (load.get(reader) ?? 0) + 1);
        return { id: row.id, reader };
      });
      for (const { id, reader } of found.slice(0, MOST_GIVEN_AT_ONCE))
        await db.transaction(async (tx) => {
          const row = await lockCase(tx, id);
          if (row?.status !== 'processing' || row.claimedBy !== null || row.assignedTo !== null) return;
          await updateCase(tx, id, { assignedTo: reader });
          await notifyConsole(tx, id);
        });
    },

    rules: (): Promise<contract.Assignment> => db.transaction(present),
    /** @throws AppError RULES_CHANGED where they were changed since they were seen, VALIDATION_FAILED for who is no radiologist */
    setRules: (
      context: Context,
      { rules, claimIdleHours, seen }: Sent<typeof contract.setAssignment, 'body'>,
    ): Promise<contract.Assignment> =>
      db.transaction(async (tx) => {
        await lockByName(tx, 'assignment rules');
        const changed = (await store.findRulesTime(tx))?.toISOString() ?? null;
        if (seen !== undefined && seen !== changed) throw new AppError('RULES_CHANGED');
        // Who has left stays in a rule until it is changed: who is put into one must be there.
        const named = new Set((await store.findRules(tx)).flatMap(({ readers }) => readers));
        for (const { id } of await accounts.staff.ofRole(tx, 'radiologist')) named.add(id);
        if (rules.some(({ readers }) => readers.some((id) => !named.has(id)))) throw new AppError('VALIDATION_FAILED');
        await store.saveRules(tx, { rules, claimIdleHours, updatedAt: clock.now() });
        await audit.record(tx, context, {
          action: 'cases.set-assignment-rules',
          subjectType: 'assignment-rules',
          subjectId: null,
          details: { rules: rules.length, ...(claimIdleHours !== undefined && { claimIdleHours }) },
        });
        return present(tx);
      }),
  };
}
