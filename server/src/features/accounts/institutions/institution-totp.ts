import { and, count, eq, isNull, lt } from 'drizzle-orm';
import { generateURI } from 'otplib';
import { encode } from 'uqr';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context, InstitutionActor } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { decryptSecret, encryptSecret } from '../../../core/secrets.ts';
import type { AccountTools } from '../account-tools.ts';
import { institutionRecoveryCodes, institutionUsers } from '../accounts.tables.ts';
import { isPasswordRight } from '../passwords.ts';
import { newRecoveryCodes, recoveryCodeHash } from '../recovery-codes.ts';
import { acceptedStep, newTotpSecret } from '../totp.ts';

type UserRow = typeof institutionUsers.$inferSelect;

/** One-time codes of institution users, by choice (RFC 6238), and recovery codes for who loses the device. */
export function createInstitutionTotp({
  db,
  clock,
  encryptionKey,
  audit,
  attempts,
  notifications,
}: Pick<AccountTools, 'db' | 'clock' | 'encryptionKey' | 'audit' | 'attempts' | 'notifications'>) {
  async function own(actor: InstitutionActor): Promise<UserRow> {
    const [row] = await db.drizzle.select().from(institutionUsers).where(eq(institutionUsers.id, actor.id));
    if (!row) throw new AppError('NOT_SIGNED_IN');
    return row;
  }

  /** Guessing here counts like guessing at the door. @throws AppError PASSWORD_WRONG, TOO_MANY_REQUESTS */
  async function confirmed(context: Context, actor: InstitutionActor, password: string): Promise<UserRow> {
    const row = await own(actor);
    const key = `institution:${row.username}`;
    const takeBack = await attempts.begin(key, context);
    if (!(await isPasswordRight(row.passwordHash, password))) throw new AppError('PASSWORD_WRONG');
    await takeBack();
    return row;
  }

  const record = (tx: Tx, context: Context, action: string, subjectId: string) =>
    audit.record(tx, context, { action, subjectType: 'institution-user', subjectId });

  const tell = (tx: Tx, { email }: UserRow, template: 'security-changed' | 'recovery-code-used', params = {}) =>
    notifications.enqueue(tx, { channel: 'email', recipient: email, template, params, language: 'en' });

  const countLeft = async (on: Pick<Tx, 'select'>, userId: string): Promise<number> => {
    const [left] = await on
      .select({ codes: count() })
      .from(institutionRecoveryCodes)
      .where(and(eq(institutionRecoveryCodes.userId, userId), isNull(institutionRecoveryCodes.usedAt)));
    return left!.codes;
  };

  /** A new set in place of the old one; only hashes are kept. */
  async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
    await tx.delete(institutionRecoveryCodes).where(eq(institutionRecoveryCodes.userId, userId));
    const codes = newRecoveryCodes();
    await tx
      .insert(institutionRecoveryCodes)
      .values(codes.map((code) => ({ userId, codeHash: recoveryCodeHash(encryptionKey, userId, code) })));
    return codes;
  }

  /** Used up by that; the user is told by mail, so that a stolen one does not go unseen. */
  const useRecoveryCode = (context: Context, row: UserRow, code: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      const used = await tx
        .update(institutionRecoveryCodes)
        .set({ usedAt: clock.now() })
        .where(
          and(
            eq(institutionRecoveryCodes.userId, row.id),
            eq(institutionRecoveryCodes.codeHash, recoveryCodeHash(encryptionKey, row.id, code)),
            isNull(institutionRecoveryCodes.usedAt),
          ),
        )
        .returning({ usedAt: institutionRecoveryCodes.usedAt });
      if (used.length === 0) return false;
      await tell(tx, row, 'recovery-code-used', { left: await countLeft(tx, row.id) });
      await record(tx, context, 'accounts.use-recovery-code', row.id);
      return true;
    });

  /** Whether the code is right and was not used before; it is used up by that. */
  async function isRightCode(context: Context, row: UserRow, code: string): Promise<boolean> {
    if (!row.totpSecretEncrypted) return false;
    if (!/^\d{6}$/.test(code)) return row.totpAt !== null && useRecoveryCode(context, row, code);
    const secret = decryptSecret(row.totpSecretEncrypted, encryptionKey);
    const step = await acceptedStep(secret, code, row.totpLastStep, clock.now());
    if (step === null) return false;
    const fresh = await db.drizzle
      .update(institutionUsers)
      .set({ totpLastStep: step })
      .where(and(eq(institutionUsers.id, row.id), lt(institutionUsers.totpLastStep, step)))
      .returning({ id: institutionUsers.id });
    return fresh.length > 0;
  }

  return {
    isRightCode,

    async state(actor: InstitutionActor): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
      const { id, totpAt } = await own(actor);
      return { isOn: totpAt !== null, recoveryCodesLeft: await countLeft(db.drizzle, id) };
    },

    /** A secret that counts only once a first code has confirmed it. @throws AppError FORBIDDEN while one counts */
    async begin(context: Context, actor: InstitutionActor, password: string) {
      const row = await confirmed(context, actor, password);
      if (row.totpAt) throw new AppError('FORBIDDEN');
      const secret = newTotpSecret();
      await db.transaction(async (tx) => {
        await tx
          .update(institutionUsers)
          .set({ totpSecretEncrypted: encryptSecret(secret, encryptionKey), totpLastStep: 0 })
          .where(eq(institutionUsers.id, row.id));
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
        await tx.update(institutionUsers).set({ totpAt: clock.now() }).where(eq(institutionUsers.id, row.id));
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
        await tx
          .update(institutionUsers)
          .set({ totpAt: null, totpSecretEncrypted: null })
          .where(eq(institutionUsers.id, row.id));
        await tx.delete(institutionRecoveryCodes).where(eq(institutionRecoveryCodes.userId, row.id));
        await tell(tx, row, 'security-changed');
        await record(tx, context, 'accounts.disable-totp', row.id);
      });
    },
  };
}
