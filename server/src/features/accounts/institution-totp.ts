import { and, eq, lt } from 'drizzle-orm';
import { generateURI } from 'otplib';
import { encode } from 'uqr';
import type { Context, InstitutionActor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import { decryptSecret, encryptSecret } from '../../core/secrets.ts';
import type { AccountTools } from './account-tools.ts';
import { institutionUsers } from './accounts.tables.ts';
import { isPasswordRight } from './passwords.ts';
import { acceptedStep, newTotpSecret } from './totp.ts';

type UserRow = typeof institutionUsers.$inferSelect;

/** One-time codes of institution users, by choice (RFC 6238). Who loses the device is removed and invited anew by an admin. */
export function createInstitutionTotp({
  db,
  clock,
  encryptionKey,
  audit,
  attempts,
}: Pick<AccountTools, 'db' | 'clock' | 'encryptionKey' | 'audit' | 'attempts'>) {
  async function own(actor: InstitutionActor): Promise<UserRow> {
    const [row] = await db.drizzle.select().from(institutionUsers).where(eq(institutionUsers.id, actor.id));
    if (!row) throw new AppError('NOT_SIGNED_IN');
    return row;
  }

  /** Guessing here counts like guessing at the door. @throws AppError PASSWORD_WRONG, TOO_MANY_REQUESTS */
  async function confirmed(context: Context, actor: InstitutionActor, password: string): Promise<UserRow> {
    const row = await own(actor);
    const key = `institution:${row.username}`;
    await attempts.assertAllowed(key, context.address);
    if (await isPasswordRight(row.passwordHash, password)) return row;
    await attempts.countFailure(key, context.address);
    throw new AppError('PASSWORD_WRONG');
  }

  const change = (context: Context, actor: InstitutionActor, action: string, values: Partial<UserRow>) =>
    db.transaction(async (tx) => {
      await tx.update(institutionUsers).set(values).where(eq(institutionUsers.id, actor.id));
      await audit.record(tx, context, { action, subjectType: 'institution-user', subjectId: actor.id });
    });

  /** Whether the code is right and was not used before; it is used up by that. */
  async function isRightCode(row: UserRow, code: string): Promise<boolean> {
    if (!row.totpSecretEncrypted) return false;
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
    isOn: async (actor: InstitutionActor): Promise<boolean> => (await own(actor)).totpAt !== null,

    /** A secret that counts only once a first code has confirmed it. @throws AppError FORBIDDEN while one counts */
    async begin(context: Context, actor: InstitutionActor, password: string) {
      const row = await confirmed(context, actor, password);
      if (row.totpAt) throw new AppError('FORBIDDEN');
      const secret = newTotpSecret();
      await change(context, actor, 'accounts.begin-totp', {
        totpSecretEncrypted: encryptSecret(secret, encryptionKey),
        totpLastStep: 0,
      });
      const uri = generateURI({ issuer: 'DuaiCheck', label: row.username, secret });
      const { data } = encode(uri, { ecc: 'M', border: 4 });
      return { secret, uri, qrCode: data.map((line) => line.map((isDark) => (isDark ? '1' : '0')).join('')) };
    },

    /** @throws AppError TOTP_CODE_WRONG */
    async confirm(context: Context, actor: InstitutionActor, code: string): Promise<void> {
      const row = await own(actor);
      if (row.totpAt || !(await isRightCode(row, code))) throw new AppError('TOTP_CODE_WRONG');
      await change(context, actor, 'accounts.confirm-totp', { totpAt: clock.now() });
    },

    async disable(context: Context, actor: InstitutionActor, password: string): Promise<void> {
      await confirmed(context, actor, password);
      await change(context, actor, 'accounts.disable-totp', { totpAt: null, totpSecretEncrypted: null });
    },
  };
}
