import type { accounts as contract } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { dayIn } from '../../../core/house-time.ts';
import { newId } from '../../../core/ids.ts';
import type { AccountTools } from '../account-tools.ts';
import { lockAccount } from '../sessions/account-access.store.ts';
import * as staffStore from './staff.store.ts';
import * as store from './team.store.ts';

export const presentAbsence = ({ id, firstDay, lastDay }: store.AbsenceRow): contract.Absence => ({
  id,
  from: firstDay,
  to: lastDay,
});

/** Checks that another operator who can sign in remains. @throws AppError LAST_OPERATOR */
export async function assertOtherOperator(tx: Tx, id: string): Promise<void> {
  const operators = await store.lockOperators(tx);
  if (operators.includes(id) && operators.length === 1) throw new AppError('LAST_OPERATOR');
}

/** Roles and absence of staff, as operators set them. */
export function createTeam({ db, clock, audit, sessions }: AccountTools) {
  const record = (tx: Tx, context: Context, action: string, subjectId: string, details = {}) =>
    audit.record(tx, context, { action: `accounts.${action}`, subjectType: 'staff', subjectId, details });

  return {
    /** Ends the person's sessions, so that the rights of the old role end at once. @throws AppError LAST_OPERATOR */
    async setRole(context: Context, id: string, role: contract.Staff['role']): Promise<void> {
      await db.transaction(async (tx) => {
        if (role !== 'operator') await assertOtherOperator(tx, id);
        if (!(await lockAccount(tx, 'staff', id))) throw notFound('staff');
        const [before] = await staffStore.findByIds(tx, [id]);
        if (before?.role === role) return;
        await store.updateRole(tx, id, role);
        await sessions.revokeAll(tx, 'staff', id);
        await record(tx, context, 'set-role', id, { role });
      });
    },

    /** @throws AppError ABSENCE_OVERLAPS */
    addAbsence: (
      context: Context,
      staffId: string,
      { from, to }: { from: string; to: string },
    ): Promise<contract.Absence> =>
      db.transaction(async (tx) => {
        if (!(await lockAccount(tx, 'staff', staffId))) throw notFound('staff');
        const row = { id: newId(), staffId, firstDay: from, lastDay: to, createdAt: clock.now() };
        const kept = await store.findAbsenceWithin(tx, staffId, row);
        if (kept) {
          const params = { from: dayIn(kept.firstDay, context.language), to: dayIn(kept.lastDay, context.language) };
          throw new AppError('ABSENCE_OVERLAPS', { params });
        }
        await store.insertAbsence(tx, row);
        await record(tx, context, 'add-absence', staffId, { from, to });
        return presentAbsence(row);
      }),

    async removeAbsence(context: Context, staffId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await store.deleteAbsence(tx, staffId, id))) throw notFound('absence');
        await record(tx, context, 'remove-absence', staffId);
      });
    },
  };
}
