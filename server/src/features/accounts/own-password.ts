import type { Context, InstitutionActor, PatientActor, StaffActor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { AccountTools } from './account-tools.ts';
import { findOwnAccount } from './accounts.store.ts';
import { assertPasswordIsUncommon, hashPassword, isPasswordRight } from './passwords.ts';
import { assertPasswordStillHolds } from './sessions/account-access.ts';

type Owner = PatientActor | InstitutionActor | StaffActor;

/** A signed-in user of any realm sets a new password. The present session goes on; other sessions and open links end. */
export function createOwnPassword({ db, audit, notifications, attempts, writePassword, endShares }: AccountTools) {
  return {
    /** @throws AppError PASSWORD_WRONG, PASSWORD_TOO_COMMON, TOO_MANY_REQUESTS */
    async change(
      context: Context,
      { realm, id, sessionId }: Owner,
      wish: { currentPassword: string; password: string; removePasskeys?: boolean; endShares?: boolean },
    ): Promise<void> {
      const account = await findOwnAccount(db.drizzle, realm, id);
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
