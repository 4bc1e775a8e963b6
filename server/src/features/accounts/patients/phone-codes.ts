import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { internationalPhone, LIMITS } from '@duai/contract';
import type { Tx } from '../../../adapters/database/port.ts';
import { AppError } from '../../../core/app-error.ts';
import { DAY_MS, later, MINUTE_MS } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import type { AccountTools } from '../account-tools.ts';
import type { PatientRow } from '../accounts.tables.ts';
import { assertCooledDown } from './cool-down.ts';
import * as store from './patients.store.ts';

export type PhoneCodes = ReturnType<typeof createPhoneCodes>;

/** Six-digit codes sent by SMS that verify the patient's phone number; tries and messages per day are limited. */
export function createPhoneCodes({
  db,
  clock,
  encryptionKey,
  notifications,
}: Pick<AccountTools, 'db' | 'clock' | 'encryptionKey' | 'notifications'>) {
  const hashOf = (id: string, code: string) => createHmac('sha256', encryptionKey).update(`${id}:${code}`).digest();

  return {
    /** @throws AppError PHONE_NOT_REACHABLE, RESEND_TOO_SOON, TOO_MANY_REQUESTS */
    async send(tx: Tx, patient: PatientRow): Promise<void> {
      const phone = patient.phone && internationalPhone(patient.phone);
      if (!phone) throw new AppError('PHONE_NOT_REACHABLE');
      const now = clock.now();
      await store.deletePhoneCodes(tx, later(now, -DAY_MS));
      const sent = await store.findPhoneCodes(tx, patient.id);
      assertCooledDown(sent[0]?.createdAt ?? null, now);
      if (sent.length >= LIMITS.phoneCodesPerDay) throw new AppError('TOO_MANY_REQUESTS');
      const id = newId();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const row = {
        id,
        patientId: patient.id,
        phone,
        codeHash: hashOf(id, code),
        expiresAt: later(now, LIMITS.phoneCodeMinutes * MINUTE_MS),
        createdAt: now,
      };
      await store.insertPhoneCode(tx, row, now);
      await notifications.enqueue(tx, {
        channel: 'sms',
        recipient: phone,
        patientId: patient.id,
        template: 'phone-code',
        params: { code },
        language: patient.language,
      });
    },

    /**
     * Checks the code and marks it as used. A wrong try counts even if the caller's work fails. @throws AppError
     * CODE_WRONG
     */
    async redeem(patient: PatientRow, code: string): Promise<void> {
      const now = clock.now();
      const wanted = { patientId: patient.id, phone: patient.phone ?? '', most: LIMITS.phoneCodeAttempts, now };
      const row = await store.countPhoneCodeTry(db.drizzle, wanted);
      if (!row || !timingSafeEqual(row.codeHash, hashOf(row.id, code))) throw new AppError('CODE_WRONG');
      if (!(await store.takePhoneCode(db.drizzle, row.id, now))) throw new AppError('CODE_WRONG');
    },
  };
}
