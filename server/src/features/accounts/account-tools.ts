import type { Tx } from '../../adapters/database/port.ts';
import type { Context } from '../../core/actor.ts';
import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { PasswordWriter } from './sessions/account-access.ts';
import type { Attempts } from './sessions/attempts.ts';
import type { LinkTokens } from './sessions/link-tokens.ts';
import type { Sessions } from './sessions/sessions.ts';

/** Work of other features that runs inside a transaction of the accounts feature. `features.ts` passes these functions in. */
export interface AccountHooks {
  /** Called when an invitation is redeemed: the trial starts with the first administrator. */
  onInstitutionActivated(tx: Tx, institutionId: string): Promise<void>;
  /** Ends every share link of the patient: an intruder who made one in the account could still open it. */
  endShares(tx: Tx, context: Context, patientId: string): Promise<void>;
}

/** Dependencies that the account services of all three realms share. */
export interface AccountTools
  extends AccountHooks,
    Pick<Parts, 'db' | 'queue' | 'clock' | 'encryptionKey' | 'identityProviders'> {
  audit: Audit;
  notifications: Notifications;
  sessions: Sessions;
  linkTokens: LinkTokens;
  attempts: Attempts;
  writePassword: PasswordWriter;
  /** The public address of the site. */
  publicUrl: () => string;
}
