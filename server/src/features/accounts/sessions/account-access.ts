import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Realm } from '../accounts.tables.ts';
import { deletePasskeysOf, lockAccount, updatePasswordHash } from './account-access.store.ts';
import type { LinkTokens } from './link-tokens.ts';
import type { Sessions } from './sessions.ts';

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
    await lockAccount(tx, realm, accountId);
    await updatePasswordHash(tx, realm, accountId, passwordHash);
    if (keptSessionId) await sessions.revokeOthers(tx, realm, accountId, keptSessionId);
    else await sessions.revokeAll(tx, realm, accountId);
    await linkTokens.revokeAllOf(tx, realm, accountId);
    if (realm === 'patient') await deletePasskeysOf(tx, accountId, { alsoPasskeys: removesPasskeys });
  };
}
export type PasswordWriter = ReturnType<typeof createPasswordWriter>;
