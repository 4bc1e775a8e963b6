import type { Tx } from '../../adapters/database/port.ts';
import { systemContext } from '../../core/actor.ts';
import type { AccountTools } from './account-tools.ts';
import * as store from './accounts.store.ts';
import type { Realm } from './accounts.tables.ts';

const REALMS = ['patient', 'institution', 'staff'] as const satisfies readonly Realm[];

/** Demo accounts, whose passwords demo mode prints. They work on this machine only, and never in production. */
export function createDemoAccounts({ db, clock, audit, sessions }: AccountTools) {
  return {
    async mark(tx: Tx, logins: Record<Realm, string[]>): Promise<void> {
      for (const realm of REALMS) await store.markDemo(tx, realm, logins[realm]);
    },

    /** Disables the demo accounts in this database and ends their sessions. @returns how many accounts */
    disableAll: (): Promise<number> =>
      db.transaction(async (tx) => {
        let disabled = 0;
        for (const realm of REALMS) {
          const ids = await store.disableDemo(tx, realm, clock.now());
          for (const id of ids) {
            await sessions.revokeAll(tx, realm, id);
            await audit.record(tx, systemContext, { action: 'accounts.disable', subjectType: realm, subjectId: id });
          }
          disabled += ids.length;
        }
        return disabled;
      }),
  };
}
