import type { accountSettings as contract, accounts as patientContract } from '@duai/contract';
import type { Context, PatientActor } from '../../../../core/actor.ts';
import { AppError } from '../../../../core/app-error.ts';
import type { AccountTools } from '../../account-tools.ts';
import { byId } from '../patients.store.ts';
import { tellSecurityChanged } from '../security-notice.ts';
import type { TwoFactor } from '../two-factor.ts';
import type { SettingsTools } from './settings-tools.ts';

/** Turns the second factor on with a first code, and off with password and code. */
export function createOwnTwoFactor(
  { db, notifications, sessions, attempts }: AccountTools,
  { present, record, assertPassword, twoFactor }: SettingsTools & { twoFactor: TwoFactor },
) {
  return {
    async beginTwoFactor(context: Context, patient: PatientActor, password: string): Promise<contract.TwoFactorSetup> {
      const row = await byId(db.drizzle, patient.id);
      await assertPassword(context, row, password);
      return db.transaction((tx) => twoFactor.begin(tx, row));
    },

    confirmTwoFactor: (context: Context, patient: PatientActor, code: string): Promise<{ recoveryCodes: string[] }> =>
      db.transaction(async (tx) => {
        const row = await byId(tx, patient.id);
        const recoveryCodes = await twoFactor.confirm(tx, row, code);
        await sessions.revokeOthers(tx, 'patient', patient.id, patient.sessionId);
        await tellSecurityChanged(notifications, tx, row);
        await record(tx, context, patient, 'two-factor-on');
        return { recoveryCodes };
      }),

    async turnTwoFactorOff(
      context: Context,
      patient: PatientActor,
      { password, code }: { password: string; code: string },
    ): Promise<patientContract.Patient> {
      const row = await byId(db.drizzle, patient.id);
      await assertPassword(context, row, password);
      const takeBack = await attempts.begin(`patient:${row.email}`, context);
      if (!(await twoFactor.isRightCode(db.drizzle, row, code))) throw new AppError('TOTP_CODE_WRONG');
      await takeBack();
      return db.transaction(async (tx) => {
        const presented = await present(tx, await twoFactor.turnOff(tx, row));
        await tellSecurityChanged(notifications, tx, row);
        await record(tx, context, patient, 'two-factor-off');
        return presented;
      });
    },
  };
}
