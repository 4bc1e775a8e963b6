import { eq } from 'drizzle-orm';
import type { Context, InstitutionActor, PatientActor, StaffActor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { AccountTools } from './account-tools.ts';
import { institutionUsers, patients, staff } from './accounts.tables.ts';
import { assertPasswordIsUncommon, hashPassword, isPasswordRight } from './passwords.ts';
import type { ACCOUNT_TABLES } from './sessions/account-access.store.ts';
import { assertPasswordStillHolds } from './sessions/account-access.ts';

type Owner = PatientActor | InstitutionActor | StaffActor;

/** The signed-in owner sets a new password, the same in all three realms. The present session goes on, all else ends. */
export function createOwnPassword({ db, audit, notifications, attempts, writePassword, endShares }: AccountTools) {
  const finders = {
    patient: async (id: string) => {
      const [row] = await db.drizzle.select().from(patients).where(eq(patients.id, id));
      return row && { ...row, login: row.email, own: [row.email, row.firstName, row.lastName] };
    },
    institution: async (id: string) => {
      const [row] = await db.drizzle.select().from(institutionUsers).where(eq(institutionUsers.id, id));
      return row && { ...row, login: row.username, own: [row.email, row.username], language: 'en' as const };
    },
    staff: async (id: string) => {
      const [row] = await db.drizzle.select().from(staff).where(eq(staff.id, id));
      return row && { ...row, login: row.email, own: [row.email, row.name] };
    },
  } satisfies Record<keyof typeof ACCOUNT_TABLES, unknown>;

  return {
    /** @throws AppError PASSWORD_WRONG, PASSWORD_TOO_COMMON, TOO_MANY_REQUESTS */
    async change(
      context: Context,
      { realm, id, sessionId }: Owner,
      wish: { currentPassword: string; password: string; removePasskeys?: boolean; endShares?: boolean },
    ): Promise<void> {
      const account = await finders[realm](id);
      if (!account) throw new AppError('NOT_SIGNED_IN');
      const key = `${realm}:${account.login}`;
      const takeBack = await attempts.begin(key, context);
      if (!(await isPasswordRight(account.passwordHash, wish.currentPassword))) {
        throw new AppError('PASSWORD_WRONG');
      }
      await takeBack();
      await assertPasswordIsUncommon(wish.password, account.own);
      const passwordHash = await hashPassword(wish.password);
      await db.transaction(async (tx) => {
        await assertPasswordStillHolds(tx, realm, account, { strength: 'update', code: 'PASSWORD_WRONG' });
        await writePassword(tx, {
          realm,
          accountId: id,
          passwordHash,
          keptSessionId: sessionId,
          removesPasskeys: wish.removePasskeys ?? false,
        });
        if (realm === 'patient' && wish.endShares) await endShares(tx, context, id);
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: account.email,
          template: 'security-changed',
          params: {},
          language: account.language,
        });
        await audit.record(tx, context, { action: 'accounts.change-password', subjectType: realm, subjectId: id });
      });
    },
  };
}
