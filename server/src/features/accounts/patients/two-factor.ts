import type { accountSettings as contract } from '@duai/contract';
import { generateURI } from 'otplib';
import { encode } from 'uqr';
import type { Tx } from '../../../adapters/database/port.ts';
import { AppError } from '../../../core/app-error.ts';
import { decryptSecret, encryptSecret } from '../../../core/secrets.ts';
import type { AccountTools } from '../account-tools.ts';
import type { PatientRow } from '../accounts.tables.ts';
import { newRecoveryCodes, recoveryCodeHash } from '../recovery-codes.ts';
import { acceptedStep, newTotpSecret } from '../totp.ts';
import * as store from './patients.store.ts';

/** The patient's optional second factor: one-time codes (RFC 6238) and recovery codes. */
export function createTwoFactor({ clock, encryptionKey }: Pick<AccountTools, 'clock' | 'encryptionKey'>) {
  /** Whether the code is right and unused; a right code is marked as used. */
  async function isRightCode(on: Pick<store.Queries, 'update'>, patient: PatientRow, code: string): Promise<boolean> {
    if (!patient.totpSecretEncrypted) return false;
    if (!/^\d{6}$/.test(code)) return patient.twoFactorAt !== null && takeRecoveryCode(on, patient.id, code);
    const secret = decryptSecret(patient.totpSecretEncrypted, encryptionKey);
    const step = await acceptedStep(secret, code, patient.totpLastStep, clock.now());
    if (step === null) return false;
    return store.takeTotpStep(on, patient.id, step);
  }

  const takeRecoveryCode = (on: Pick<store.Queries, 'update'>, patientId: string, code: string): Promise<boolean> =>
    store.takeRecoveryCode(on, patientId, recoveryCodeHash(encryptionKey, patientId, code), clock.now());

  return {
    isRightCode,

    /** Creates a secret; it takes effect once a first code confirms it. @throws AppError FORBIDDEN while the factor is on */
    async begin(tx: Tx, patient: PatientRow): Promise<contract.TwoFactorSetup> {
      if (patient.twoFactorAt) throw new AppError('FORBIDDEN');
      const secret = newTotpSecret();
      await store.updatePatient(tx, patient.id, {
        totpSecretEncrypted: encryptSecret(secret, encryptionKey),
        totpLastStep: 0,
      });
      const uri = generateURI({ issuer: 'DUAI', label: patient.email, secret });
      const { data } = encode(uri, { ecc: 'M', border: 4 });
      return { secret, uri, qrCode: data.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join('')) };
    },

    /**
     * Turns the factor on and returns the recovery codes once; only their hashes are stored. @throws AppError
     * TOTP_CODE_WRONG
     */
    async confirm(tx: Tx, patient: PatientRow, code: string): Promise<string[]> {
      if (patient.twoFactorAt || !(await isRightCode(tx, patient, code))) throw new AppError('TOTP_CODE_WRONG');
      await store.updatePatient(tx, patient.id, { twoFactorAt: clock.now() });
      const codes = newRecoveryCodes();
      const hashes = codes.map((each) => recoveryCodeHash(encryptionKey, patient.id, each));
      await store.replaceRecoveryCodes(tx, patient.id, hashes);
      return codes;
    },

    async turnOff(tx: Tx, patient: PatientRow): Promise<PatientRow> {
      await store.deleteRecoveryCodes(tx, patient.id);
      return store.updatePatient(tx, patient.id, { twoFactorAt: null, totpSecretEncrypted: null });
    },
  };
}
export type TwoFactor = ReturnType<typeof createTwoFactor>;
