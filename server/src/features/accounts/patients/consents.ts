import { CONSENT_PURPOSES, CONSENT_VERSION } from '@duai/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../../adapters/database/port.ts';
import { BACKGROUND, defineJob } from '../../../adapters/queue/port.ts';
import { consents, patients } from '../accounts.tables.ts';
import type { Queries } from './patient-records.ts';

/** The last missing consent was given: cases that stood still go on. Handled by the studies feature. */
export const consentsComplete = defineJob({
  name: 'accounts.consents-complete',
  payload: z.strictObject({ patientId: z.uuid() }),
  options: BACKGROUND,
});

/** To the text of today, and not withdrawn; agreement to an older text counts as none. */
export const isValidConsent = and(eq(consents.textVersion, CONSENT_VERSION), isNull(consents.withdrawnAt));

/** Of these patients the ones of whom every consent is valid. */
export async function findConsenting(on: Queries, patientIds: string[]): Promise<Set<string>> {
  if (patientIds.length === 0) return new Set();
  const rows = await on
    .select({ patientId: consents.patientId, purpose: consents.purpose })
    .from(consents)
    .where(and(inArray(consents.patientId, patientIds), isValidConsent));
  const byPatient = Map.groupBy(rows, ({ patientId }) => patientId);
  const agreed = (given: typeof rows) => new Set(given.map(({ purpose }) => purpose)).size === CONSENT_PURPOSES.length;
  return new Set([...byPatient].filter(([, given]) => agreed(given)).map(([patientId]) => patientId));
}

export const hasConsented = async (on: Queries, patientId: string): Promise<boolean> =>
  (await findConsenting(on, [patientId])).has(patientId);

/** As `hasConsented`, and nobody withdraws before the transaction ends. Where a case is locked too, that comes first. */
export async function holdConsent(tx: Queries, patientId: string): Promise<boolean> {
  await tx.select({ id: patients.id }).from(patients).where(eq(patients.id, patientId)).for('share');
  return hasConsented(tx, patientId);
}

/** What relies on a consent ends first, and what comes later sees that it is withdrawn. */
export async function lockForWithdrawal(tx: Tx, patientId: string): Promise<void> {
  await tx.select({ id: patients.id }).from(patients).where(eq(patients.id, patientId)).for('no key update');
}
