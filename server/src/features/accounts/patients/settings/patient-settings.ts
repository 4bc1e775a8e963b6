import type { accountSettings as contract, accounts as patientContract } from '@duai/contract';
import type { z } from 'zod';
import type { Context, PatientActor } from '../../../../core/actor.ts';
import type { AccountTools } from '../../account-tools.ts';
import { byId, findConsents, lockForWithdrawal, updatePatient, withdrawConsents } from '../patients.store.ts';
import type { PhoneCodes } from '../phone-codes.ts';
import type { TwoFactor } from '../two-factor.ts';
import { createChangeEmail } from './change-email.ts';
import { createChangeNotifications } from './change-notifications.ts';
import { createOwnSessions } from './own-sessions.ts';
import { createOwnTwoFactor } from './own-two-factor.ts';
import { createSettingsTools } from './settings-tools.ts';

interface Factors {
  phoneCodes: PhoneCodes;
  twoFactor: TwoFactor;
}

/** Settings of the patient's own account. Changes to how the account is opened need the password again. */
export function createPatientSettings(tools: AccountTools, { phoneCodes, twoFactor }: Factors) {
  const { db, clock } = tools;
  const shared = createSettingsTools(tools);
  const { present, record, assertPassword } = shared;

  return {
    ...createChangeEmail(tools, shared),
    ...createChangeNotifications(tools, { ...shared, phoneCodes }),
    ...createOwnSessions(tools, shared),
    ...createOwnTwoFactor(tools, { ...shared, twoFactor }),

    /**
     * Asks for the password again before an action that cannot be undone. @throws AppError PASSWORD_WRONG,
     * TOO_MANY_REQUESTS
     */
    confirmPassword: async (context: Context, patient: PatientActor, password: string): Promise<void> =>
      assertPassword(context, await byId(db.drizzle, patient.id), password),

    changePersonal: (
      context: Context,
      patient: PatientActor,
      wish: z.output<typeof contract.personalDetailsSchema>,
    ): Promise<patientContract.Patient> =>
      db.transaction(async (tx) => {
        const row = await updatePatient(tx, patient.id, {
          firstName: wish.firstName,
          lastName: wish.lastName,
          dateOfBirth: wish.dateOfBirth ?? null,
          gender: wish.gender ?? null,
          country: wish.country ?? null,
        });
        const presented = await present(tx, row);
        await record(tx, context, patient, 'change-personal');
        return presented;
      }),

    async consents(patient: PatientActor): Promise<contract.GivenConsent[]> {
      const rows = await findConsents(db.drizzle, patient.id);
      return rows.map(({ purpose, textVersion, language, givenAt, withdrawnAt }) => ({
        purpose,
        textVersion,
        language,
        givenAt: givenAt.toISOString(),
        withdrawnAt: withdrawnAt?.toISOString() ?? null,
      }));
    },

    withdrawConsent: (context: Context, patient: PatientActor, purpose: string): Promise<patientContract.Patient> =>
      db.transaction(async (tx) => {
        await lockForWithdrawal(tx, patient.id);
        await withdrawConsents(tx, patient.id, purpose, clock.now());
        const presented = await present(tx, patient);
        await record(tx, context, patient, 'withdraw-consent');
        return presented;
      }),
  };
}
