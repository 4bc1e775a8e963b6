import { generateURI } from 'otplib';
import { encode } from 'uqr';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, InstitutionActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { decryptSecret, encryptSecret } from '../../../core/secrets.ts';
import type { AccountTools } from '../account-tools.ts';
import { isPasswordRight } from '../passwords.ts';
import { newRecoveryCodes, recoveryCodeHash } from '../recovery-codes.ts';
import { acceptedStep, newTotpSecret } from '../totp.ts';
import * as store from './institutions.store.ts';

/** One-time codes (RFC 6238), optional for institution users, with recovery codes for a lost device. */
export function createInstitutionTotp({
  db,
  clock,
  encryptionKey,
  audit,
  attempts,
  notifications,
}: Pick<AccountTools, 'db' | 'clock' | 'encryptionKey' | 'audit' | 'attempts' | 'notifications'>) {
  async function own(actor: InstitutionActor): Promise<store.MemberRow> {
    const row = await store.findMember(db.drizzle, actor.id);
    if (!row) throw new AppError('NOT_SIGNED_IN');
    return row;
  }

  /** Checks the password; a wrong one counts like a failed sign-in. @throws AppError PASSWORD_WRONG, TOO_MANY_REQUESTS */
  async function confirmed(context: Context, actor: InstitutionActor, password: string): Promise<store.MemberRow> {
    const row = await own(actor);
    const key = `institution:${row.username}`;
    const takeBack = await attempts.begin(key, context);
    if (!(await isPasswordRight(row.passwordHash, password))) throw new AppError('PASSWORD_WRONG');
    await takeBack();
    return row;
  }

  const record = (tx: Tx, context: Context, action: string, subjectId: string) =>
    audit.record(tx, context, { action, subjectType: 'institution-user', subjectId });

  const tell = (tx: Tx, { email }: store.MemberRow, template: 'security-changed' | 'recovery-code-used', params = {}) =>
    notifications.enqueue(tx, { channel: 'email', recipient: email, template, params, language: 'en' });

  /** Replaces the recovery codes by a new set; only hashes are stored. */
  async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => recoveryCodeHash(encryptionKey, userId, code));
    await store.replaceRecoveryCodes(tx, userId, hashes);
    return codes;
  }

  /** Marks a recovery code as used and tells the user by mail, so that the use of a stolen code is noticed. */
  const useRecoveryCode = (context: Context, row: store.MemberRow, code: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      const hash = recoveryCodeHash(encryptionKey, row.id, code);
      if (!(await store.takeRecoveryCode(tx, row.id, hash, clock.now()))) return false;
      await tell(tx, row, 'recovery-code-used', { left: await store.countRecoveryCodes(tx, row.id) });
      await record(tx, context, 'accounts.use-recovery-code', row.id);
      return true;
    });

  /** Whether the one-time or recovery code is right and unused; a right code is marked as used. */
  async function isRightCode(context: Context, row: store.MemberRow, code: string): Promise<boolean> {
    if (!row.totpSecretEncrypted) return false;
    if (!/^\d{6}$/.test(code)) return row.totpAt !== null && useRecoveryCode(context, row, code);
    const secret = decryptSecret(row.totpSecretEncrypted, encryptionKey);
    const step = await acceptedStep(secret, code, row.totpLastStep, clock.now());
    if (step === null) return false;
    return store.takeTotpStep(db.drizzle, row.id, step);
  }

  return {
    isRightCode,

    async state(actor: InstitutionActor): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
      const { id, totpAt } = await own(actor);
      return { isOn: totpAt !== null, recoveryCodesLeft: await store.countRecoveryCodes(db.drizzle, id) };
    },

    /** Creates a secret; it takes effect once a first code confirms it. @throws AppError FORBIDDEN while codes are on */
    async begin(context: Context, actor: InstitutionActor, password: string) {
      const row = await confirmed(context, actor, password);
      if (row.totpAt) throw new AppError('FORBIDDEN');
      const secret = newTotpSecret();
      await db.transaction(async (tx) => {
        const totpSecretEncrypted = encryptSecret(secret, encryptionKey);
        await store.updateMember(tx, row.id, { totpSecretEncrypted, totpLastStep: 0 });
        await record(tx, context, 'accounts.begin-totp', row.id);
      });
      const uri = generateURI({ issuer: 'DuaiCheck', label: row.username, secret });
      const { data } = encode(uri, { ecc: 'M', border: 4 });
      return { secret, uri, qrCode: data.map((line) => line.map((isDark) => (isDark ? '1' : '0')).join('')) };
    },

    /**
     * Switches one-time codes on and returns the recovery codes, which are shown only once. @throws AppError
     * TOTP_CODE_WRONG
     */
    async confirm(context: Context, actor: InstitutionActor, code: string): Promise<string[]> {
      const row = await own(actor);
      if (row.totpAt || !(await isRightCode(context, row, code))) throw new AppError('TOTP_CODE_WRONG');
      return db.transaction(async (tx) => {
        await store.updateMember(tx, row.id, { totpAt: clock.now() });
        await tell(tx, row, 'security-changed');
        await record(tx, context, 'accounts.confirm-totp', row.id);
        return replaceRecoveryCodes(tx, row.id);
      });
    },

    /** @throws AppError PASSWORD_WRONG, FORBIDDEN while one-time codes are off */
    async renewRecoveryCodes(context: Context, actor: InstitutionActor, password: string): Promise<string[]> {
      const row = await confirmed(context, actor, password);
      if (!row.totpAt) throw new AppError('FORBIDDEN');
      return db.transaction(async (tx) => {
        await tell(tx, row, 'security-changed');
        await record(tx, context, 'accounts.renew-recovery-codes', row.id);
        return replaceRecoveryCodes(tx, row.id);
      });
    },

    async disable(context: Context, actor: InstitutionActor, password: string): Promise<void> {
      const row = await confirmed(context, actor, password);
      await db.transaction(async (tx) => {
        await store.updateMember(tx, row.id, { totpAt: null, totpSecretEncrypted: null });
        await store.deleteRecoveryCodes(tx, row.id);
        await tell(tx, row, 'security-changed');
        await record(tx, context, 'accounts.disable-totp', row.id);
      });
    },
  };
}
