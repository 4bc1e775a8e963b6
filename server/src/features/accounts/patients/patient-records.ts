import { CONSENT_PURPOSES, type accounts as contract, LIMITS } from '@duai/contract';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { AppError, notFound } from '../../../core/app-error.ts';
import { later } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import { consents, linkTokens, type PatientRow, patients } from '../accounts.tables.ts';
import { isValidConsent } from './consents.ts';

export type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update'>;

export const byEmail = async (on: Queries, email: string): Promise<PatientRow | undefined> =>
  (await on.select().from(patients).where(eq(patients.email, email)))[0];

/** @throws AppError NOT_FOUND */
export async function byId(on: Queries, id: string): Promise<PatientRow> {
  const [row] = await on.select().from(patients).where(eq(patients.id, id));
  if (!row) throw notFound('patient');
  return row;
}

/** @throws AppError NOT_FOUND */
export async function updatePatient(on: Queries, id: string, change: Partial<PatientRow>): Promise<PatientRow> {
  const [row] = await on.update(patients).set(change).where(eq(patients.id, id)).returning();
  if (!row) throw notFound('patient');
  return row;
}

export const findConsents = (on: Queries, patientId: string) =>
  on.select().from(consents).where(eq(consents.patientId, patientId)).orderBy(consents.givenAt);

/** One row for each consent that was given, with text version, language and time (KVKK Art. 10, GDPR Art. 7(1)). */
export async function recordConsents(
  tx: Tx,
  context: Context,
  patientId: string,
  given: contract.PatientRegistration['consents'],
  givenAt: Date,
): Promise<void> {
  for (const { purpose, textVersion, language } of given ?? []) {
    await tx
      .insert(consents)
      .values({ id: newId(), patientId, purpose, textVersion, language, givenAt, address: context.address });
  }
}

export async function withdrawConsents(tx: Tx, patientId: string, purpose: string, withdrawnAt: Date): Promise<void> {
  await tx
    .update(consents)
    .set({ withdrawnAt })
    .where(
      and(
        eq(consents.patientId, patientId),
        eq(consents.purpose, purpose as (typeof CONSENT_PURPOSES)[number]),
        isNull(consents.withdrawnAt),
      ),
    );
}

/** The patient as the own pages see it, in one query: every page of the patient begins with it. @throws AppError NOT_FOUND */
export async function presentPatient(on: Queries, patientId: string, now: Date): Promise<contract.Patient> {
  const rows = await on
    .select({ row: patients, purpose: consents.purpose, pendingEmail: linkTokens.email })
    .from(patients)
    .leftJoin(consents, and(eq(consents.patientId, patients.id), isValidConsent))
    .leftJoin(
      linkTokens,
      and(
        eq(linkTokens.accountId, patients.id),
        eq(linkTokens.purpose, 'change-email'),
        isNull(linkTokens.usedAt),
        gt(linkTokens.expiresAt, now),
      ),
    )
    .where(eq(patients.id, patientId));
  const first = rows[0];
  if (!first) throw notFound('patient');
  const { row, pendingEmail } = first;
  const given = new Set(rows.map(({ purpose }) => purpose));
  return {
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    isEmailVerified: row.emailVerifiedAt !== null,
    pendingEmail,
    phone: row.phone,
    isPhoneVerified: row.phone !== null && row.phoneVerifiedAt !== null,
    dateOfBirth: row.dateOfBirth,
    gender: row.gender,
    country: row.country,
    preferredNotification: row.preferredNotification,
    isTwoFactorOn: row.twoFactorAt !== null,
    language: row.language,
    missingConsents: CONSENT_PURPOSES.filter((purpose) => !given.has(purpose)),
  };
}

/** @throws AppError RESEND_TOO_SOON within the cool-down of the last message */
export function assertCooledDown(lastSentAt: Date | null, now: Date): void {
  if (!lastSentAt) return;
  const waitMs = later(lastSentAt, LIMITS.resendCoolDownSeconds * 1000).getTime() - now.getTime();
  if (waitMs > 0) throw new AppError('RESEND_TOO_SOON', { params: { seconds: Math.ceil(waitMs / 1000) } });
}
