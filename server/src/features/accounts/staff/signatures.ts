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

/** A confirmation that was right when it was checked. */
interface CheckedSignature {
  means: 'password' | 'code';
  /** Part of the transaction of the signature: a code counts once, a password has to hold still. @throws AppError */
  use(tx: Tx): Promise<void>;
}

/** An open session is not enough to sign: an unlocked screen is no radiologist. */
export function createSignatures({ db, clock, encryptionKey, audit, attempts }: AccountTools) {
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
    /** @throws AppError PASSWORD_WRONG, TOTP_CODE_WRONG, TOO_MANY_REQUESTS: counted with the tries of a sign-in */
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
          use: (tx) => assertPasswordStillHolds(tx, 'staff', row, { code: 'PASSWORD_WRONG' }),
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
        },
      };
    },
  };
}
