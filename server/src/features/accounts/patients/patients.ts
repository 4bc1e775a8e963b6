import { type accounts as contract, type Language, LIMITS } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, PatientActor } from '../../../core/actor.ts';
import { DAY_MS } from '../../../core/clock.ts';
import type { Contact } from '../../notifications/index.ts';
import type { AccountTools } from '../account-tools.ts';
import { listConsentTexts } from './consent-texts.ts';
import { consentsComplete, findConsenting, hasConsented, holdConsent, recordConsents } from './consents.ts';
import { createLoginPatient } from './login-patient.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { createPatientTraces } from './patient-traces.ts';
import { byId, findPatients, type Reads, updatePatient } from './patients.store.ts';
import { createPhoneCodes } from './phone-codes.ts';
import { presentPatient } from './present-patient.ts';
import { createRegisterPatient } from './register-patient.ts';
import { createPatientSettings } from './settings/patient-settings.ts';
import { createTwoFactor } from './two-factor.ts';
import { createVerifyEmail } from './verify-email.ts';

const SESSION = { lifetimeMs: LIMITS.patientSessionDays * DAY_MS };

/** Patients: sign-in with e-mail and password, bearer token, optional second factor. */
export function createPatients(tools: AccountTools) {
  const { db, queue, clock, audit, sessions } = tools;
  const phoneCodes = createPhoneCodes(tools);
  const twoFactor = createTwoFactor(tools);
  const settings = createPatientSettings(tools, { phoneCodes, twoFactor });
  const openSession = (tx: Tx, context: Context, patientId: string) =>
    sessions.open(tx, context, 'patient', patientId, SESSION);
  const passkeys = createPasskeys(tools, { confirmPassword: settings.confirmPassword, openSession });
  const { sendVerification, resendVerification, verifyEmail } = createVerifyEmail(tools);
  const present = (on: Reads, patientId: string) => presentPatient(on, patientId, clock.now());

  return {
    traces: createPatientTraces(),
    consentTexts: () => listConsentTexts(db.drizzle),
    settings,
    passkeys,
    register: createRegisterPatient(tools, { phoneCodes, sendVerification, openSession }),
    login: createLoginPatient(tools, { twoFactor, openSession }),
    resendVerification,
    verifyEmail,

    logout: (token: string) => sessions.revoke('patient', token),
    me: (patient: PatientActor): Promise<contract.Patient> => present(db.drizzle, patient.id),

    async setLanguage(patient: PatientActor, language: Language): Promise<void> {
      await updatePatient(db.drizzle, patient.id, { language });
    },

    giveConsents: (
      context: Context,
      patient: PatientActor,
      given: NonNullable<contract.PatientRegistration['consents']>,
    ): Promise<contract.Patient> =>
      db.transaction(async (tx) => {
        const wasComplete = await hasConsented(tx, patient.id);
        await recordConsents(tx, context, patient.id, given, clock.now());
        const presented = await present(tx, patient.id);
        if (!wasComplete && presented.missingConsents.length === 0) {
          await queue.enqueue(tx, consentsComplete, { patientId: patient.id });
        }
        await audit.record(tx, context, { action: 'accounts.consent', subjectType: 'patient', subjectId: patient.id });
        return presented;
      }),

    // ---- for other features ----
    /** Whether this patient's data may be collected and analysed (docs/decisions/0065). */
    consents: { has: hasConsented, hold: holdConsent, findConsenting },
    contactOf: async (on: Reads, patientId: string): Promise<Contact> => {
      const row = await byId(on, patientId);
      return {
        patientId,
        email: row.email,
        isEmailVerified: row.emailVerifiedAt !== null,
        // An unverified number may belong to somebody else.
        phone: row.phoneVerifiedAt ? row.phone : null,
        preferred: row.preferredNotification,
        language: row.language,
      };
    },
    /** For a person who calls: also a number that no message goes to. */
    reachedAt: async (on: Reads, patientId: string) => {
      const { firstName, lastName, phone, phoneVerifiedAt, email } = await byId(on, patientId);
      return { name: `${firstName} ${lastName}`, phone, isPhoneVerified: phoneVerifiedAt !== null, email };
    },
    isEmailVerified: async (on: Reads, patientId: string): Promise<boolean> =>
      (await byId(on, patientId)).emailVerifiedAt !== null,
    /** Leaves out patients who were erased meanwhile. */
    patientSummaries: async (on: Reads, patientIds: string[]) =>
      new Map(
        (await findPatients(on, patientIds)).map(({ id, firstName, lastName, dateOfBirth, gender, language }) => [
          id,
          { firstName, lastName, dateOfBirth, gender, language },
        ]),
      ),
    patientSummary: async (on: Reads, patientId: string) => {
      const { firstName, lastName, dateOfBirth, gender, language } = await byId(on, patientId);
      return { firstName, lastName, dateOfBirth, gender, language };
    },
  };
}
