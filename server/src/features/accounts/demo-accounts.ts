import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '../../adapters/database/port.ts';
import { systemContext } from '../../core/actor.ts';
import type { AccountTools } from './account-tools.ts';
import { institutionUsers, patients, type Realm, staff } from './accounts.tables.ts';

const KINDS = [
  { realm: 'patient', table: patients, login: patients.email },
  { realm: 'institution', table: institutionUsers, login: institutionUsers.username },
  { realm: 'staff', table: staff, login: staff.email },
] as const;

/** Accounts whose passwords demo mode prints: they answer on this machine only, and in production not at all. */
export function createDemoAccounts({ db, clock, audit, sessions }: AccountTools) {
  return {
    async mark(tx: Tx, logins: Record<Realm, string[]>): Promise<void> {
      for (const { realm, table, login } of KINDS)
        await tx.update(table).set({ isDemo: true }).where(inArray(login, logins[realm]));
    },

    /** Disables what demo mode left in this database and ends its sessions. @returns how many accounts */
    disableAll: (): Promise<number> =>
      db.transaction(async (tx) => {
        let disabled = 0;
        for (const { realm, table } of KINDS) {
          const rows = await tx
            .update(table)
            .set({ disabledAt: clock.now() })
            .where(and(eq(table.isDemo, true), isNull(table.disabledAt)))
            .returning({ id: table.id });
          for (const { id } of rows) {
            await sessions.revokeAll(tx, realm, id);
            await audit.record(tx, systemContext, { action: 'accounts.disable', subjectType: realm, subjectId: id });
          }
          disabled += rows.length;
        }
        return disabled;
      }),
  };
}
