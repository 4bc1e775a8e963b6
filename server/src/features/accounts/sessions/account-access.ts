import type { Tx } from '../../../adapters/database/port.ts';
import type { Context } from '../../../core/actor.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Realm } from '../accounts.tables.ts';
import { deletePasskeysOf, lockAccount, updatePasswordHash } from './account-access.store.ts';
import type { LinkTokens } from './link-tokens.ts';
import type { Sessions } from './sessions.ts';

/** Whether the account may be signed in to from this caller: it is not disabled, and a demo account is admitted there. */
export const isOpenTo = (context: Context, account: { disabledAt: Date | null; isDemo: boolean }): boolean =>
  account.disabledAt === null && (!account.isDemo || context.isDemoAdmitted === true);

/**
 * Checks under a lock that the password verified just before is still the current one, so that a replaced password
 * never opens a session. @throws AppError with `code`
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
  /** The session in which the owner changes the password, which goes on; without it (a reset) all sessions end. */
  keptSessionId?: string;
  /** Patients choose: a forgotten password does not have to cost them their passkeys. */
  removesPasskeys: boolean;
}

/** Writes a new password and ends all other access: sessions, mailed links, invitations sent, and passkeys where asked. */
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
