import type { accountSettings as contract } from '@duai/contract';
import { and, eq, isNull, lt } from 'drizzle-orm';
import { generateURI } from 'otplib';
import { encode } from 'uqr';
import type { Tx } from '../../../adapters/database/port.ts';
import { AppError } from '../../../core/app-error.ts';
import { decryptSecret, encryptSecret } from '../../../core/secrets.ts';
import type { AccountTools } from '../account-tools.ts';
import { type PatientRow, patients, recoveryCodes } from '../accounts.tables.ts';
import { newRecoveryCodes, recoveryCodeHash } from '../recovery-codes.ts';
import { acceptedStep, newTotpSecret } from '../totp.ts';
import { type Queries, updatePatient } from './patient-records.ts';

/** The patient's second factor, where the patient turned it on: codes by time (RFC 6238) and recovery codes. */
export function createTwoFactor({ clock, encryptionKey }: Pick<AccountTools, 'clock' | 'encryptionKey'>) {
  /** Whether the code is right and was not used before; it is used up by that. */
  async function isRightCode(on: Queries, patient: PatientRow, code: string): Promise<boolean> {
    if (!patient.totpSecretEncrypted) return false;
    if (!/^\d{6}$/.test(code)) return patient.twoFactorAt !== null && useRecoveryCode(on, patient.id, code);
    const secret = decryptSecret(patient.totpSecretEncrypted, encryptionKey);
    const step = await acceptedStep(secret, code, patient.totpLastStep, clock.now());
    if (step === null) return false;
    const fresh = await on
      .update(patients)
      .set({ totpLastStep: step })
      .where(and(eq(patients.id, patient.id), lt(patients.totpLastStep, step)))
      .returning({ id: patients.id });
    return fresh.length > 0;
  }

  async function useRecoveryCode(on: Queries, patientId: string, code: string): Promise<boolean> {
    const used = await on
      .update(recoveryCodes)
      .set({ usedAt: clock.now() })
      .where(
        and(
          eq(recoveryCodes.patientId, patientId),
          eq(recoveryCodes.codeHash, recoveryCodeHash(encryptionKey, patientId, code)),
          isNull(recoveryCodes.usedAt),
        ),
      )
      .returning({ usedAt: recoveryCodes.usedAt });
    return used.length > 0;
  }

  return {
    isRightCode,

    /** A secret that counts only once a first code has confirmed it. @throws AppError FORBIDDEN while one counts */
    async begin(tx: Tx, patient: PatientRow): Promise<contract.TwoFactorSetup> {
      if (patient.twoFactorAt) throw new AppError('FORBIDDEN');
      const secret = newTotpSecret();
      await updatePatient(tx, patient.id, {
        totpSecretEncrypted: encryptSecret(secret, encryptionKey),
        totpLastStep: 0,
      });
      const uri = generateURI({ issuer: 'DUAI', label: patient.email, secret });
      const { data } = encode(uri, { ecc: 'M', border: 4 });
      return { secret, uri, qrCode: data.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join('')) };
    },

    /** Answers the recovery codes, once: only their hashes are kept. @throws AppError TOTP_CODE_WRONG */
    async confirm(tx: Tx, patient: PatientRow, code: string): Promise<string[]> {
      if (patient.twoFactorAt || !(await isRightCode(tx, patient, code))) throw new AppError('TOTP_CODE_WRONG');
      await updatePatient(tx, patient.id, { twoFactorAt: clock.now() });
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.patientId, patient.id));
      const codes = newRecoveryCodes();
      await tx
        .insert(recoveryCodes)
        .values(
          codes.map((each) => ({ patientId: patient.id, codeHash: recoveryCodeHash(encryptionKey, patient.id, each) })),
        );
      return codes;
    },

    async turnOff(tx: Tx, patient: PatientRow): Promise<PatientRow> {
      await tx.delete(recoveryCodes).where(eq(recoveryCodes.patientId, patient.id));
      return updatePatient(tx, patient.id, { twoFactorAt: null, totpSecretEncrypted: null });
    },
  };
}
export type TwoFactor = ReturnType<typeof createTwoFactor>;
