import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { internationalPhone, LIMITS } from '@duai/contract';
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../../adapters/database/port.ts';
import { AppError } from '../../../core/app-error.ts';
import { DAY_MS, later, MINUTE_MS } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import type { AccountTools } from '../account-tools.ts';
import { type PatientRow, phoneCodes } from '../accounts.tables.ts';
import { assertCooledDown } from './patient-records.ts';

/** Codes of six digits that show that a phone is the patient's own: sent by SMS, few tries, few a day. */
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
      await tx.delete(phoneCodes).where(lt(phoneCodes.createdAt, later(now, -DAY_MS)));
      const sent = await tx
        .select()
        .from(phoneCodes)
        .where(eq(phoneCodes.patientId, patient.id))
        .orderBy(desc(phoneCodes.createdAt));
      assertCooledDown(sent[0]?.createdAt ?? null, now);
      if (sent.length >= LIMITS.phoneCodesPerDay) throw new AppError('TOO_MANY_REQUESTS');
      await tx
        .update(phoneCodes)
        .set({ usedAt: now })
        .where(and(eq(phoneCodes.patientId, patient.id), isNull(phoneCodes.usedAt)));
      const id = newId();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await tx.insert(phoneCodes).values({
        id,
        patientId: patient.id,
        phone,
        codeHash: hashOf(id, code),
        expiresAt: later(now, LIMITS.phoneCodeMinutes * MINUTE_MS),
        createdAt: now,
      });
      await notifications.enqueue(tx, {
        channel: 'sms',
        recipient: phone,
        patientId: patient.id,
        template: 'phone-code',
        params: { code },
        language: patient.language,
      });
    },

    /** Uses a code up. A wrong try counts whatever becomes of the caller. @throws AppError CODE_WRONG */
    async redeem(patient: PatientRow, code: string): Promise<void> {
      const now = clock.now();
      // One try, counted before it is judged: parallel guesses get no more of them.
      const [row] = await db.drizzle
        .update(phoneCodes)
        .set({ attempts: sql`${phoneCodes.attempts} + 1` })
        .where(
          and(
            eq(phoneCodes.patientId, patient.id),
            eq(phoneCodes.phone, patient.phone ?? ''),
            isNull(phoneCodes.usedAt),
            gt(phoneCodes.expiresAt, now),
            lt(phoneCodes.attempts, LIMITS.phoneCodeAttempts),
          ),
        )
        .returning();
      if (!row || !timingSafeEqual(row.codeHash, hashOf(row.id, code))) throw new AppError('CODE_WRONG');
      const used = await db.drizzle
        .update(phoneCodes)
        .set({ usedAt: now })
        .where(and(eq(phoneCodes.id, row.id), isNull(phoneCodes.usedAt)))
        .returning({ id: phoneCodes.id });
      if (used.length === 0) throw new AppError('CODE_WRONG');
    },
  };
}
