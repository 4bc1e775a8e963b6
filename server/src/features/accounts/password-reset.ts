import { type Language, LIMITS } from '@duai/contract';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context } from '../../core/actor.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { ACCOUNT_TABLES, type EndShares } from './account-access.ts';
import type { AccountTools } from './account-tools.ts';
import { patients, type Realm } from './accounts.tables.ts';
import { assertPasswordIsUncommon, hashPassword } from './passwords.ts';

const PAGES: Record<Realm, string> = {
  patient: '/second-opinion/reset-password',
  institution: '/duaicheck-trial/reset-password',
  staff: '/console/reset-password',
};

/** A patient's own language, also where a stranger asks in another: a warning has to be understood. */
async function languageOf(tx: Tx, context: Context, realm: Realm, accountId: string): Promise<Language> {
  if (realm !== 'patient') return context.language;
  const [row] = await tx.select({ language: patients.language }).from(patients).where(eq(patients.id, accountId));
  return row?.language ?? context.language;
}

/** Password reset by mail, the same in all three areas. The answer never tells whether the account exists. */
export function createPasswordReset({ db, audit, notifications, linkTokens, writePassword }: AccountTools) {
  return {
    async forgot(context: Context, realm: Realm, email: string): Promise<void> {
      const table = ACCOUNT_TABLES[realm];
      await db.transaction(async (tx: Tx) => {
        const rows = await tx
          .select({ id: table.id, disabledAt: table.disabledAt })
          .from(table)
          .where(eq(table.email, email));
        for (const row of rows.filter((candidate) => candidate.disabledAt === null)) {
          const token = await linkTokens.issue(
            tx,
            { realm, accountId: row.id, purpose: 'reset-password', email },
            LIMITS.resetMinutes * MINUTE_MS,
          );
          const params = { link: notifications.link(PAGES[realm], token) };
          await notifications.enqueue(tx, {
            channel: 'email',
            recipient: email,
            template: 'password-reset',
            params,
            language: await languageOf(tx, context, realm, row.id),
          });
        }
        await audit.record(tx, context, {
          action: 'accounts.forgot-password',
          subjectType: realm,
          subjectId: rows[0]?.id ?? null,
        });
      });
    },

    async reset(
      context: Context,
      realm: Realm,
      { token, password, removePasskeys = false }: { token: string; password: string; removePasskeys?: boolean },
      endShares: EndShares,
    ): Promise<void> {
      assertPasswordIsUncommon(password);
      const passwordHash = await hashPassword(password);
      await db.transaction(async (tx) => {
        const link = await linkTokens.redeem(tx, token, realm, 'reset-password');
        await writePassword(tx, { realm, accountId: link.accountId, passwordHash, removesPasskeys: removePasskeys });
        if (realm === 'patient') await endShares(tx, context, link.accountId);
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: link.email,
          template: 'password-changed',
          params: {},
          language: await languageOf(tx, context, realm, link.accountId),
        });
        await audit.record(tx, context, {
          action: 'accounts.reset-password',
          subjectType: realm,
          subjectId: link.accountId,
        });
      });
    },
  };
}
