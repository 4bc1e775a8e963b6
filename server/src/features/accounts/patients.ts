import { CONSENT_PURPOSES, CONSENT_VERSION, type accounts as contract, type Language, LIMITS } from '@duai/contract';
import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Tx } from '../../adapters/database/port.ts';
import type { Context, PatientActor } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Contact } from '../notifications/index.ts';
import type { AccountTools } from './account-tools.ts';
import { consents, type PatientRow, patients } from './accounts.tables.ts';
import { assertPasswordIsUncommon, hashPassword, isPasswordRight } from './passwords.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update'>;

const RESEND_COOL_DOWN_MS = MINUTE_MS;
const SESSION = { lifetimeMs: LIMITS.patientSessionDays * DAY_MS };

/** Patients: e-mail and password, bearer token. */
export function createPatients({ db, clock, audit, notifications, sessions, linkTokens, attempts }: AccountTools) {
  const byEmail = async (on: Queries, email: string): Promise<PatientRow | undefined> =>
    (await on.select().from(patients).where(eq(patients.email, email)))[0];

  async function byId(on: Queries, id: string): Promise<PatientRow> {
    const [row] = await on.select().from(patients).where(eq(patients.id, id));
    if (!row) throw notFound('patient');
    return row;
  }

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
      params: { link: notifications.link('/second-opinion/verify-email', token) },
      language: row.language,
    });
  }

  async function recordConsents(
    tx: Tx,
    context: Context,
    patientId: string,
    given: contract.PatientRegistration['consents'],
  ): Promise<void> {
    for (const { purpose, textVersion, language } of given ?? []) {
      await tx.insert(consents).values({
        id: newId(),
        patientId,
        purpose,
        textVersion,
        language,
        givenAt: clock.now(),
        address: context.address,
      });
    }
  }

  async function present(on: Queries, patientId: string): Promise<contract.Patient> {
    const rows = await on
      .select({ row: patients, purpose: consents.purpose })
      .from(patients)
      .leftJoin(consents, and(eq(consents.patientId, patients.id), eq(consents.textVersion, CONSENT_VERSION)))
      .where(eq(patients.id, patientId));
    const row = rows[0]?.row;
    if (!row) throw notFound('patient');
    const given = new Set(rows.map(({ purpose }) => purpose));
    return {
      firstName: row.firstName,
      lastName: row.lastName,
      email: row.email,
      isEmailVerified: row.emailVerifiedAt !== null,
      phone: row.phone,
      preferredNotification: row.preferredNotification,
      language: row.language,
      missingConsents: CONSENT_PURPOSES.filter((purpose) => !given.has(purpose)),
    };
  }

  return {
    async register(context: Context, wish: contract.PatientRegistration): Promise<{ token: string }> {
      assertPasswordIsUncommon(wish.password, [wish.email, wish.firstName, wish.lastName]);
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
        await recordConsents(tx, context, row.id, wish.consents);
        await sendVerification(tx, row);
        const token = await sessions.open(tx, context, 'patient', row.id, SESSION);
        await audit.record(tx, context, { action: 'accounts.register', subjectType: 'patient', subjectId: row.id });
        return { token };
      });
      if (!outcome) throw new AppError('EMAIL_TAKEN');
      return outcome;
    },

    async login(
      context: Context,
      { email, password }: { email: string; password: string },
    ): Promise<{ token: string }> {
      const key = `patient:${email}`;
      await attempts.assertAllowed(key, context.address);
      const row = await byEmail(db.drizzle, email);
      const isRight = await isPasswordRight(row?.passwordHash, password);
      if (!isRight || !row || row.disabledAt) {
        await attempts.countFailure(key, context.address);
        await db.transaction((tx) =>
          audit.record(tx, context, {
            action: 'accounts.login',
            subjectType: 'patient',
            subjectId: row?.id ?? null,
            outcome: 'refused',
          }),
        );
        throw new AppError('CREDENTIALS_WRONG');
      }
      return db.transaction(async (tx) => {
        const token = await sessions.open(tx, context, 'patient', row.id, SESSION);
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
        await recordConsents(tx, context, patient.id, given);
        const presented = await present(tx, patient.id);
        await audit.record(tx, context, { action: 'accounts.consent', subjectType: 'patient', subjectId: patient.id });
        return presented;
      }),

    /** Quietly does nothing for a verified address; within a minute of the last mail it says to wait. */
    async resendVerification(patient: PatientActor): Promise<void> {
      await db.transaction(async (tx) => {
        const row = await byId(tx, patient.id);
        if (row.emailVerifiedAt) return;
        const since = later(clock.now(), -RESEND_COOL_DOWN_MS);
        if (
          await linkTokens.wasIssuedSince(tx, { realm: 'patient', accountId: row.id, purpose: 'verify-email' }, since)
        ) {
          throw new AppError('TOO_MANY_REQUESTS');
        }
        await sendVerification(tx, row);
      });
    },

    async verifyEmail(context: Context, token: string): Promise<void> {
      await db.transaction(async (tx) => {
        const link = await linkTokens.redeem(tx, token, 'patient', 'verify-email');
        const row = await byId(tx, link.accountId);
        if (row.email !== link.email) throw new AppError('LINK_INVALID');
        await tx
          .update(patients)
          .set({ emailVerifiedAt: row.emailVerifiedAt ?? clock.now() })
          .where(eq(patients.id, row.id));
        await notifications.release(tx, row.email);
        await audit.record(tx, context, { action: 'accounts.verify-email', subjectType: 'patient', subjectId: row.id });
      });
    },

    // ---- for other features ----
    contactOf: async (on: Queries, patientId: string): Promise<Contact> => {
      const row = await byId(on, patientId);
      return {
        email: row.email,
        isEmailVerified: row.emailVerifiedAt !== null,
        phone: row.phone,
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
