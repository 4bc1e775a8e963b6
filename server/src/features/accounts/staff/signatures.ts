import type { accounts as contract } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, StaffActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { decryptSecret } from '../../../core/secrets.ts';
import type { AccountTools } from '../account-tools.ts';
import { isPasswordRight } from '../passwords.ts';
import { assertPasswordStillHolds } from '../sessions/account-access.ts';
import { acceptedStep } from '../totp.ts';
import * as store from './staff.store.ts';

/** A password or code that was checked and found right. */
interface CheckedSignature {
  means: 'password' | 'code';
  /**
   * Call in the transaction of the signature: marks the code as used, or checks that the password is unchanged; and that who signs
   * still may. @throws AppError
   */
  use(tx: Tx): Promise<void>;
}

/** Confirms a signature by password or code. An open session is not enough: somebody else may be at an unlocked screen. */
export function createSignatures({ db, clock, encryptionKey, audit, attempts, sessions }: AccountTools) {
  const refuse = async (context: Context, staff: StaffActor, code: 'PASSWORD_WRONG' | 'TOTP_CODE_WRONG') => {
    await db.transaction((tx) =>
      audit.record(tx, context, {
        action: 'accounts.confirm-signature',
        subjectType: 'staff',
        subjectId: staff.id,
        outcome: 'refused',
      }),
    );
    return new AppError(code);
  };

  return {
    /** Tries count together with those of a sign-in. @throws AppError PASSWORD_WRONG, TOTP_CODE_WRONG, TOO_MANY_REQUESTS */
    async check(
      context: Context,
      staff: StaffActor,
      confirmation: contract.SignatureConfirmation,
    ): Promise<CheckedSignature> {
      const [row] = await store.findByIds(db.drizzle, [staff.id]);
      if (!row) throw new AppError('NOT_SIGNED_IN');
      const takeBack = await attempts.begin(`staff:${row.email}`, context);
      if ('password' in confirmation) {
        if (!(await isPasswordRight(row.passwordHash, confirmation.password)))
          throw await refuse(context, staff, 'PASSWORD_WRONG');
        await takeBack();
        return {
          means: 'password',
          use: async (tx) => {
            await assertPasswordStillHolds(tx, 'staff', row, { code: 'PASSWORD_WRONG' });
            await sessions.assertOpen(tx, staff.sessionId);
          },
        };
      }
      const secret = decryptSecret(row.totpSecretEncrypted, encryptionKey);
      const step = await acceptedStep(secret, confirmation.code, row.totpLastStep, clock.now());
      if (step === null) throw await refuse(context, staff, 'TOTP_CODE_WRONG');
      await takeBack();
      return {
        means: 'code',
        use: async (tx) => {
          if (!(await store.takeTotpStep(tx, row.id, step, context))) throw new AppError('TOTP_CODE_WRONG');
          // A disabled account, another role and a sign-out end the session, all under the lock that is held now.
          await sessions.assertOpen(tx, staff.sessionId);
        },
      };
    },
  };
}
