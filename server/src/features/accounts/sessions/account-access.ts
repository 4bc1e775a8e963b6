import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import { institutionUsers, passkeyChallenges, passkeys, patients, type Realm, staff } from '../accounts.tables.ts';
import type { LinkTokens } from './link-tokens.ts';
import type { Sessions } from './sessions.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update'>;

export const ACCOUNT_TABLES = { patient: patients, institution: institutionUsers, staff } as const;

/**
 * Locks an account before anything about how it is opened is read or changed. Everything that touches sessions, links or
 * passkeys takes this lock first, so that nothing slips in beside a new password and no two of them deadlock.
 */
export async function lockAccount(
  on: Queries,
  realm: Realm,
  id: string,
  strength: 'update' | 'share' = 'update',
): Promise<{ passwordHash: string; disabledAt: Date | null } | undefined> {
  const table = ACCOUNT_TABLES[realm];
  const [row] = await on
    .select({ passwordHash: table.passwordHash, disabledAt: table.disabledAt })
    .from(table)
    .where(eq(table.id, id))
    .for(strength);
  return row;
}

/** Whether the account may be signed in to at all, from where it is asked. */
export const isOpenTo = (context: Context, account: { disabledAt: Date | null; isDemo: boolean }): boolean =>
  account.disabledAt === null && (!account.isDemo || context.isDemoAdmitted === true);

/**
 * The password that was checked a moment ago still opens the account: a session is never opened by one that has been
 * replaced meanwhile. @throws AppError with `code`
 */
export async function assertPasswordStillHolds(
  tx: Tx,
  realm: Realm,
  account: { id: string; passwordHash: string },
  {
    strength = 'share',
    code = 'CREDENTIALS_WRONG',
  }: { strength?: 'update' | 'share'; code?: 'CREDENTIALS_WRONG' | 'PASSWORD_WRONG' } = {},
): Promise<void> {
  const now = await lockAccount(tx, realm, account.id, strength);
  if (!now || now.disabledAt || now.passwordHash !== account.passwordHash) throw new AppError(code);
}

interface PasswordChange {
  realm: Realm;
  accountId: string;
  passwordHash: string;
  /** The session in which the owner changes it; without one (a reset) all end. */
  keptSessionId?: string;
  /** Patients are asked: a passkey of their own is not lost with a forgotten password. */
  removesPasskeys: boolean;
}

/** A new password shuts every other way in: sessions, mailed links, invitations sent, and passkeys where asked. */
export function createPasswordWriter({ sessions, linkTokens }: { sessions: Sessions; linkTokens: LinkTokens }) {
  return async (tx: Tx, change: PasswordChange): Promise<void> => {
    const { realm, accountId, passwordHash, keptSessionId, removesPasskeys } = change;
    const table = ACCOUNT_TABLES[realm];
    await lockAccount(tx, realm, accountId);
    await tx.update(table).set({ passwordHash }).where(eq(table.id, accountId));
    if (keptSessionId) await sessions.revokeOthers(tx, realm, accountId, keptSessionId);
    else await sessions.revokeAll(tx, realm, accountId);
    await linkTokens.revokeAllOf(tx, realm, accountId);
    if (realm !== 'patient') return;
    await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.patientId, accountId));
    if (removesPasskeys) await tx.delete(passkeys).where(eq(passkeys.patientId, accountId));
  };
}
export type PasswordWriter = ReturnType<typeof createPasswordWriter>;
