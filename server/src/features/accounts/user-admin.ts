import type { accounts as contract } from '@duai/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../../core/actor.ts';
import { notFound } from '../../core/app-error.ts';
import type { AccountTools } from './account-tools.ts';
import { institutionUsers, patients, type Realm, staff } from './accounts.tables.ts';

const TABLES = { patient: patients, institution: institutionUsers, staff } as const;

/** An operator's view of everybody who can sign in. */
export function createUserAdmin({ db, clock, audit, sessions }: AccountTools) {
  return {
    async list(context: Context): Promise<contract.UserRow[]> {
      return db.transaction(async (tx) => {
        const lastSeen = await sessions.lastSeen(tx);
        const row = (
          realm: Realm,
          user: { id: string; email: string; createdAt: Date; disabledAt: Date | null },
          name: string,
          role: string,
        ) => ({
          id: user.id,
          realm,
          name,
          email: user.email,
          role,
          createdAt: user.createdAt.toISOString(),
          lastSeenAt: lastSeen.get(user.id)?.toISOString() ?? null,
          isDisabled: user.disabledAt !== null,
        });
        const people = await tx.select().from(patients);
        const members = await tx.select().from(institutionUsers);
        const colleagues = await tx.select().from(staff);
        await audit.record(tx, context, { action: 'accounts.list-users', subjectType: 'users', subjectId: null });
        return [
          ...colleagues.map((user) => row('staff', user, user.name, user.role)),
          ...members.map((user) => row('institution', user, user.username, user.role)),
          ...people.map((user) => row('patient', user, `${user.firstName} ${user.lastName}`, 'patient')),
        ];
      });
    },

    /** Disabling ends every session in the same transaction. Who is disabled (or enabled) already stays so, from the first time on. */
    async setDisabled(context: Context, realm: Realm, id: string, isDisabled: boolean): Promise<void> {
      const table = TABLES[realm];
      await db.transaction(async (tx) => {
        const [user] = await tx
          .select({ disabledAt: table.disabledAt })
          .from(table)
          .where(eq(table.id, id))
          .for('update');
        if (!user) throw notFound('user');
        if ((user.disabledAt !== null) === isDisabled) return;
        await tx
          .update(table)
          .set({ disabledAt: isDisabled ? clock.now() : null })
          .where(eq(table.id, id));
        if (isDisabled) await sessions.revokeAll(tx, realm, id);
        await audit.record(tx, context, {
          action: isDisabled ? 'accounts.disable' : 'accounts.enable',
          subjectType: realm,
          subjectId: id,
        });
      });
    },
  };
}
