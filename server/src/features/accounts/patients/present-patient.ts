import { CONSENT_PURPOSES, type accounts as contract } from '@duai/contract';
import { notFound } from '../../../core/app-error.ts';
import { findOwnAccount, type Reads } from './patients.store.ts';

/**
 * The patient for their own pages. One query, because every page of the patient begins with it. @throws AppError
 * NOT_FOUND
 */
export async function presentPatient(on: Reads, patientId: string, now: Date): Promise<contract.Patient> {
  const rows = await findOwnAccount(on, patientId, now);
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
