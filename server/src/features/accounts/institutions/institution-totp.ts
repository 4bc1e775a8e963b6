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

/** One-time codes of institution users, by choice (RFC 6238), and recovery codes for who loses the device. */
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

  /** Guessing here counts like guessing at the door. @throws AppError PASSWORD_WRONG, TOO_MANY_REQUESTS */
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

  /** A new set in place of the old one; only hashes are kept. */
  async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    const hashes = codes.map((code) => recoveryCodeHash(encryptionKey, userId, code));
    await store.replaceRecoveryCodes(tx, userId, hashes);
    return codes;
  }

  /** Used up by that; the user is told by mail, so that a stolen one does not go unseen. */
  const useRecoveryCode = (context: Context, row: store.MemberRow, code: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      const hash = recoveryCodeHash(encryptionKey, row.id, code);
      if (!(await store.takeRecoveryCode(tx, row.id, hash, clock.now()))) return false;
      await tell(tx, row, 'recovery-code-used', { left: await store.countRecoveryCodes(tx, row.id) });
      await record(tx, context, 'accounts.use-recovery-code', row.id);
      return true;
    });

  /** Whether the code is right and was not used before; it is used up by that. */
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

    /** A secret that counts only once a first code has confirmed it. @throws AppError FORBIDDEN while one counts */
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

    /** Answers the recovery codes, once. @throws AppError TOTP_CODE_WRONG */
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
