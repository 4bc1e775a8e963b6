import type { accounts as contract } from '@duai/contract';
import type { Tx } from '../../../../adapters/database/port.ts';
import type { Context, PatientActor } from '../../../../core/actor.ts';
import { AppError } from '../../../../core/app-error.ts';
import type { AccountTools } from '../../account-tools.ts';
import type { PatientRow } from '../../accounts.tables.ts';
import { isPasswordRight } from '../../passwords.ts';
import { presentPatient } from '../present-patient.ts';

/** Functions that the settings of a patient share. */
export interface SettingsTools {
  present(tx: Tx, patient: { id: string }): Promise<contract.Patient>;
  record(tx: Tx, context: Context, patient: PatientActor, action: string): Promise<void>;
  /** @throws AppError PASSWORD_WRONG, TOO_MANY_REQUESTS */
  assertPassword(context: Context, row: PatientRow, password: string): Promise<void>;
}

export const createSettingsTools = ({ clock, audit, attempts }: AccountTools): SettingsTools => ({
  present: (tx, { id }) => presentPatient(tx, id, clock.now()),
  record: (tx, context, { id }, action) =>
    audit.record(tx, context, { action: `accounts.${action}`, subjectType: 'patient', subjectId: id }),
  async assertPassword(context, row, password) {
    const takeBack = await attempts.begin(`patient:${row.email}`, context);
    if (!(await isPasswordRight(row.passwordHash, password))) throw new AppError('PASSWORD_WRONG');
    await takeBack();
  },
});
