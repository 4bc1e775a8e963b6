import {
  type accountSettings as contract,
  internationalPhone,
  LIMITS,
  type accounts as patientContract,
} from '@duai/contract';
import type { z } from 'zod';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, PatientActor } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { HOUR_MS } from '../../../core/clock.ts';
import type { AccountTools } from '../account-tools.ts';
import type { PatientRow } from '../accounts.tables.ts';
import { isPasswordRight } from '../passwords.ts';
import { lockAccount } from '../sessions/account-access.ts';
import { lockForWithdrawal } from './consents.ts';
import {
  assertCooledDown,
  byEmail,
  byId,
  findConsents,
  presentPatient,
  updatePatient,
  withdrawConsents,
} from './patient-records.ts';
import type { createPhoneCodes } from './phone-codes.ts';
import { tellSecurityChanged } from './security-notice.ts';
import type { TwoFactor } from './two-factor.ts';

type Body<S extends z.ZodType> = z.output<S>;

interface Factors {
  phoneCodes: ReturnType<typeof createPhoneCodes>;
  twoFactor: TwoFactor;
}

/** What a patient changes about the own account. What opens the account needs the password again. */
export function createPatientSettings(tools: AccountTools, { phoneCodes, twoFactor }: Factors) {
  const { db, clock, audit, notifications, sessions, linkTokens, attempts } = tools;
  const present = (on: Tx, { id }: { id: string }) => presentPatient(on, id, clock.now());
  const record = (tx: Tx, context: Context, patient: PatientActor, action: string) =>
    audit.record(tx, context, { action: `accounts.${action}`, subjectType: 'patient', subjectId: patient.id });

  /** @throws AppError PASSWORD_WRONG, TOO_MANY_REQUESTS */
  async function assertPassword(context: Context, row: PatientRow, password: string): Promise<void> {
    const key = `patient:${row.email}`;
    const takeBack = await attempts.begin(key, context);
    if (!(await isPasswordRight(row.passwordHash, password))) throw new AppError('PASSWORD_WRONG');
    await takeBack();
  }

  return {
    /** Before what cannot be undone. @throws AppError PASSWORD_WRONG, TOO_MANY_REQUESTS */
    confirmPassword: async (context: Context, patient: PatientActor, password: string): Promise<void> =>
      assertPassword(context, await byId(db.drizzle, patient.id), password),

    changePersonal: (
      context: Context,
      patient: PatientActor,
      wish: Body<typeof contract.personalDetailsSchema>,
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

    /**
     * Mails a link to the new address and a word to the old one. An address that belongs to another account gets the
     * mail of a second registration instead: the answer does not tell.
     */
    async changeEmail(
      context: Context,
      patient: PatientActor,
      { email, password }: Body<typeof contract.emailChangeSchema>,
    ): Promise<patientContract.Patient> {
      const before = await byId(db.drizzle, patient.id);
      await assertPassword(context, before, password);
      return db.transaction(async (tx) => {
        await lockAccount(tx, 'patient', patient.id);
        await sessions.assertOpen(tx, patient.sessionId);
        const link = { realm: 'patient', accountId: patient.id, purpose: 'change-email' } as const;
        assertCooledDown(await linkTokens.lastIssuedAt(tx, link), clock.now());
        if (email === before.email) return present(tx, before);
        const owner = await byEmail(tx, email);
        const token = await linkTokens.issue(tx, { ...link, email }, LIMITS.verificationHours * HOUR_MS);
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: email,
          template: owner ? 'account-exists' : 'change-email',
          params: {
            link: owner
              ? notifications.link('/second-opinion/login')
              : notifications.link('/second-opinion/verify-email', token),
          },
          language: owner?.language ?? before.language,
        });
        await notifications.enqueue(tx, {
          channel: 'email',
          recipient: before.email,
          template: 'change-email-asked',
          params: { link: notifications.link('/second-opinion/settings') },
          language: before.language,
        });
        const presented = await present(tx, before);
        await record(tx, context, patient, 'change-email-asked');
        return presented;
      });
    },

    cancelEmailChange: (context: Context, patient: PatientActor): Promise<patientContract.Patient> =>
      db.transaction(async (tx) => {
        await linkTokens.revoke(tx, { realm: 'patient', accountId: patient.id, purpose: 'change-email' });
        const presented = await present(tx, patient);
        await record(tx, context, patient, 'change-email-cancelled');
        return presented;
      }),

    /** A new number is unchecked; where messages are to go there, a code is sent at once. */
    changeNotifications: (
      context: Context,
      patient: PatientActor,
      wish: Body<typeof contract.notificationSettingsSchema>,
    ): Promise<patientContract.Patient> =>
      db.transaction(async (tx) => {
        const before = await byId(tx, patient.id);
        const phone = wish.phone ?? null;
        const isSamePhone = phone !== null && internationalPhone(before.phone ?? '') === internationalPhone(phone);
        const row = await updatePatient(tx, patient.id, {
          preferredNotification: wish.preferredNotification,
          phone,
          phoneVerifiedAt: isSamePhone ? before.phoneVerifiedAt : null,
        });
        if (wish.preferredNotification !== 'email' && !isSamePhone) await phoneCodes.send(tx, row);
        const presented = await present(tx, row);
        await record(tx, context, patient, 'change-notifications');
        return presented;
      }),

    sendPhoneCode: (context: Context, patient: PatientActor): Promise<void> =>
      db.transaction(async (tx) => {
        const row = await byId(tx, patient.id);
        if (row.phoneVerifiedAt) return;
        await phoneCodes.send(tx, row);
        await record(tx, context, patient, 'send-phone-code');
      }),

    async verifyPhone(context: Context, patient: PatientActor, code: string): Promise<patientContract.Patient> {
      const row = await byId(db.drizzle, patient.id);
      await phoneCodes.redeem(row, code);
      return db.transaction(async (tx) => {
        const checked = await updatePatient(tx, patient.id, { phoneVerifiedAt: clock.now() });
        const presented = await present(tx, checked);
        await record(tx, context, patient, 'verify-phone');
        return presented;
      });
    },

    sessions: (patient: PatientActor): Promise<contract.Session[]> =>
      db.transaction((tx) => presentSessions(tx, patient)),

    endSession: (context: Context, patient: PatientActor, sessionId: string): Promise<contract.Session[]> =>
      db.transaction(async (tx) => {
        if (!(await sessions.revokeOne(tx, 'patient', patient.id, sessionId))) throw notFound('session');
        const left = await presentSessions(tx, patient);
        await record(tx, context, patient, 'end-session');
        return left;
      }),

    endOtherSessions: (context: Context, patient: PatientActor): Promise<contract.Session[]> =>
      db.transaction(async (tx) => {
        await sessions.revokeOthers(tx, 'patient', patient.id, patient.sessionId);
        const left = await presentSessions(tx, patient);
        await record(tx, context, patient, 'end-other-sessions');
        return left;
      }),

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

  async function presentSessions(tx: Tx, patient: PatientActor): Promise<contract.Session[]> {
    const rows = await sessions.live(tx, 'patient', patient.id);
    return rows.map((row) => ({
      id: row.id,
      userAgent: row.userAgent,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      isCurrent: row.id === patient.sessionId,
    }));
  }
}
