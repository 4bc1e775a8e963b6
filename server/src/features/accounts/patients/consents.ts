import { CONSENT_PURPOSES, type accounts as contract } from '@duai/contract';
import { z } from 'zod';
import type { Tx } from '../../../adapters/database/port.ts';
import { BACKGROUND, defineJob } from '../../../adapters/queue/port.ts';
import type { Context } from '../../../core/actor.ts';
import { newId } from '../../../core/ids.ts';
import * as store from './patients.store.ts';

/** The last missing consent was given, so cases that were stopped without it continue. Handled by the studies feature. */
export const consentsComplete = defineJob({
  name: 'accounts.consents-complete',
  payload: z.strictObject({ patientId: z.uuid() }),
  options: BACKGROUND,
});

/** The ids of those patients who have given every consent. */
export async function findConsenting(on: store.Reads, patientIds: string[]): Promise<Set<string>> {
  if (patientIds.length === 0) return new Set();
  const rows = await store.findValidConsents(on, patientIds);
  const byPatient = Map.groupBy(rows, ({ patientId }) => patientId);
  const agreed = (given: typeof rows) => new Set(given.map(({ purpose }) => purpose)).size === CONSENT_PURPOSES.length;
  return new Set([...byPatient].filter(([, given]) => agreed(given)).map(([patientId]) => patientId));
}

export const hasConsented = async (on: store.Reads, patientId: string): Promise<boolean> =>
  (await findConsenting(on, [patientId])).has(patientId);

/** Like `hasConsented`, and locks the consents until the transaction ends. To avoid deadlocks, lock a case before this. */
export async function holdConsent(tx: store.Reads, patientId: string): Promise<boolean> {
  await store.holdConsents(tx, patientId);
  return hasConsented(tx, patientId);
}

/** One row for each consent given, with text version, language and time (KVKK Art. 10, GDPR Art. 7(1)). */
export async function recordConsents(
  tx: Tx,
  context: Context,
  patientId: string,
  given: contract.PatientRegistration['consents'],
  givenAt: Date,
): Promise<void> {
  for (const { purpose, textVersion, language } of given ?? []) {
    const row = { id: newId(), patientId, purpose, textVersion, language, givenAt, address: context.address };
    await store.insertConsent(tx, row);
  }
}
