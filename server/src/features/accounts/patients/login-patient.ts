import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { AccountTools } from '../account-tools.ts';
import type { PatientRow } from '../accounts.tables.ts';
import { isPasswordRight } from '../passwords.ts';
import { assertPasswordStillHolds, isOpenTo } from '../sessions/account-access.ts';
import { byEmail } from './patients.store.ts';
import type { TwoFactor } from './two-factor.ts';

interface Others {
  twoFactor: TwoFactor;
  openSession(tx: Tx, context: Context, patientId: string): Promise<string>;
}

/** Sign-in with address and password, and with a one-time code where the patient turned it on. */
export function createLoginPatient({ db, audit, attempts }: AccountTools, { twoFactor, openSession }: Others) {
  const refuseLogin = (context: Context, row: PatientRow | undefined): Promise<void> =>
    db.transaction((tx) =>
      audit.record(tx, context, {
        action: 'accounts.login',
        subjectType: 'patient',
        subjectId: row?.id ?? null,
        outcome: 'refused',
      }),
    );

  return async function loginPatient(
    context: Context,
    { email, password, code }: { email: string; password: string; code?: string },
  ): Promise<{ token: string }> {
    const key = `patient:${email}`;
    const takeBack = await attempts.begin(key, context);
    const row = await byEmail(db.drizzle, email);
    const isRight = await isPasswordRight(row?.passwordHash, password);
    if (!isRight || !row || !isOpenTo(context, row)) {
      await refuseLogin(context, row);
      throw new AppError('CREDENTIALS_WRONG');
    }
    if (row.twoFactorAt && !code) {
      await takeBack();
      throw new AppError('TOTP_REQUIRED');
    }
    if (row.twoFactorAt && code && !(await twoFactor.isRightCode(db.drizzle, row, code))) {
      await refuseLogin(context, row);
      throw new AppError('TOTP_CODE_WRONG');
    }
    await takeBack();
    return db.transaction(async (tx) => {
      await assertPasswordStillHolds(tx, 'patient', row);
      const token = await openSession(tx, context, row.id);
      await audit.record(tx, context, { action: 'accounts.login', subjectType: 'patient', subjectId: row.id });
      return { token };
    });
  };
}
