import { type accounts as contract, internationalPhone, type Language, LIMITS } from '@duai/contract';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, PatientActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { DAY_MS, HOUR_MS } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import type { Contact } from '../../notifications/index.ts';
import type { AccountTools } from '../account-tools.ts';
import { type PatientRow, patients } from '../accounts.tables.ts';
import { assertPasswordIsUncommon, hashPassword, isPasswordRight } from '../passwords.ts';
import { assertPasswordStillHolds, isOpenTo } from '../sessions/account-access.ts';
import { consentsComplete, findConsenting, hasConsented, holdConsent } from './consents.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import {
  assertCooledDown,
  byEmail,
  byId,
  presentPatient,
  type Queries,
  recordConsents,
  updatePatient,
} from './patient-records.ts';
import { createPatientSettings } from './patient-settings.ts';
import { createPatientTraces } from './patient-traces.ts';
import { createPhoneCodes } from './phone-codes.ts';
import { tellSecurityChanged } from './security-notice.ts';
import { createTwoFactor } from './two-factor.ts';

const SESSION = { lifetimeMs: LIMITS.patientSessionDays * DAY_MS };

/** Patients: e-mail and password, bearer token; a second factor where the patient wants one. */
export function createPatients(tools: AccountTools) {
  const { db, queue, clock, audit, notifications, sessions, linkTokens, attempts } = tools;
  const phoneCodes = createPhoneCodes(tools);
  const twoFactor = createTwoFactor(tools);
  const settings = createPatientSettings(tools, { phoneCodes, twoFactor });
  const openSession = (tx: Tx, context: Context, patientId: string) =>
    sessions.open(tx, context, 'patient', patientId, SESSION);
  const passkeys = createPasskeys(tools, { confirmPassword: settings.confirmPassword, openSession });
  const present = (on: Queries, patientId: string) => presentPatient(on, patientId, clock.now());

  async function sendVerification(tx: Tx, row: PatientRow): Promise<void> {
    const token = await linkTokens.issue(
      tx,
      { realm: 'patient', accountId: row.id, purpose: 'verify-email', email: row.email },
      LIMITS.verificationHours * HOUR_MS,
    );
    await notifications.enqueue(tx, {
      channel: 'email',
      recipient: row.email,
      template: 'verify-email',
      patientId: row.id,
      params: { link: notifications.link('/second-opinion/verify-email', token) },
      language: row.language,
    });
  }

  /** @throws AppError LINK_INVALID where the address has become another account's meanwhile */
  async function replaceEmail(tx: Tx, row: PatientRow, email: string): Promise<void> {
    if (await byEmail(tx, email)) throw new AppError('LINK_INVALID');
    await updatePatient(tx, row.id, { email, emailVerifiedAt: clock.now() });
    await notifications.redirectHeld(tx, row.email, email);
    await linkTokens.revoke(tx, { realm: 'patient', accountId: row.id, purpose: 'reset-password' });
    await linkTokens.revoke(tx, { realm: 'patient', accountId: row.id, purpose: 'verify-email' });
    await tellSecurityChanged(notifications, tx, row);
  }

  const refuseLogin = (context: Context, row: PatientRow | undefined): Promise<void> =>
    db.transaction((tx) =>
      audit.record(tx, context, {
        action: 'accounts.login',
        subjectType: 'patient',
        subjectId: row?.id ?? null,
        outcome: 'refused',
      }),
    );

  return {
    traces: createPatientTraces(),
    settings,
    passkeys,

    async register(context: Context, wish: contract.PatientRegistration): Promise<{ token: string }> {
      await assertPasswordIsUncommon(wish.password, [wish.email, wish.firstName, wish.lastName]);
      const passwordHash = await hashPassword(wish.password);
      const language: Language = wish.language ?? context.language;
      const outcome = await db.transaction(async (tx) => {
        const [row] = await tx
          .insert(patients)
          .values({
            id: newId(),
            email: wish.email,
            passwordHash,
            firstName: wish.firstName,
            lastName: wish.lastName,
            phone: wish.phone ?? null,
            dateOfBirth: wish.dateOfBirth ?? null,
            gender: wish.gender ?? null,
            country: wish.country ?? null,
            preferredNotification: wish.preferredNotification,
            language,
            createdAt: clock.now(),
          })
          .onConflictDoNothing({ target: patients.email })
          .returning();
        if (!row) {
          const owner = await byEmail(tx, wish.email);
          await notifications.enqueue(tx, {
            channel: 'email',
            recipient: wish.email,
            template: 'account-exists',
            params: { link: notifications.link('/second-opinion/login') },
            language: owner?.language ?? language,
            dedupeKey: `account-exists:${owner?.id}:${clock.now().toISOString().slice(0, 10)}`,
          });
          return undefined;
        }
        await recordConsents(tx, context, row.id, wish.consents, clock.now());
        await sendVerification(tx, row);
        if (row.preferredNotification !== 'email' && internationalPhone(row.phone ?? '')) {
          await phoneCodes.send(tx, row);
        }
        const token = await openSession(tx, context, row.id);
        await audit.record(tx, context, { action: 'accounts.register', subjectType: 'patient', subjectId: row.id });
        return { token };
      });
      if (!outcome) throw new AppError('EMAIL_TAKEN');
      return outcome;
    },

    async login(
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
    },

    logout: (token: string) => sessions.revoke('patient', token),
    me: (patient: PatientActor): Promise<contract.Patient> => present(db.drizzle, patient.id),

    async setLanguage(patient: PatientActor, language: Language): Promise<void> {
      await db.drizzle.update(patients).set({ language }).where(eq(patients.id, patient.id));
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

    /** Quietly does nothing for a verified address; within a minute of the last mail it says to wait. */
    async resendVerification(patient: PatientActor): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await byId(tx, patient.id);
        if (row.emailVerifiedAt) return;
        const link = { realm: 'patient', accountId: row.id, purpose: 'verify-email' } as const;
        assertCooledDown(await linkTokens.lastIssuedAt(tx, link), clock.now());
        await sendVerification(tx, row);
      });
    },

    /** By the link of a new account or of a change of address; the latter replaces the address. */
    async verifyEmail(context: Context, token: string): Promise<void> {
      await db.transaction(async (tx) => {
        const link = await linkTokens.redeem(tx, token, 'patient', 'verify-email', 'change-email');
        const row = await byId(tx, link.accountId);
        if (link.purpose === 'change-email') await replaceEmail(tx, row, link.email);
        else if (row.email !== link.email) throw new AppError('LINK_INVALID');
        else await updatePatient(tx, row.id, { emailVerifiedAt: row.emailVerifiedAt ?? clock.now() });
        await notifications.release(tx, link.email);
        await audit.record(tx, context, {
          action: `accounts.${link.purpose}`,
          subjectType: 'patient',
          subjectId: row.id,
        });
      });
    },

    // ---- for other features ----
    /** Whether this patient's data may be taken and analysed (docs/decisions/0065). */
    consents: { has: hasConsented, hold: holdConsent, findConsenting },
    contactOf: async (on: Queries, patientId: string): Promise<Contact> => {
      const row = await byId(on, patientId);
      return {
        patientId,
        email: row.email,
        isEmailVerified: row.emailVerifiedAt !== null,
        // A number that nobody has confirmed may be a stranger's.
        phone: row.phoneVerifiedAt ? row.phone : null,
        preferred: row.preferredNotification,
        language: row.language,
      };
    },
    isEmailVerified: async (on: Queries, patientId: string): Promise<boolean> =>
      (await byId(on, patientId)).emailVerifiedAt !== null,
    patientSummary: async (on: Queries, patientId: string) => {
      const { firstName, lastName, dateOfBirth, gender, language } = await byId(on, patientId);
      return { firstName, lastName, dateOfBirth, gender, language };
    },
  };
}
