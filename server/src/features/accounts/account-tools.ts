import type { Tx } from '../../adapters/database/port.ts';
import type { Context } from '../../core/actor.ts';
import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { PasswordWriter } from './sessions/account-access.ts';
import type { Attempts } from './sessions/attempts.ts';
import type { LinkTokens } from './sessions/link-tokens.ts';
import type { Sessions } from './sessions/sessions.ts';

/** What features that stand on accounts do in a transaction of an account. `features.ts` passes it in. */
export interface AccountHooks {
  /** An invitation was redeemed: the trial starts with the first administrator. */
  onInstitutionActivated(tx: Tx, institutionId: string): Promise<void>;
  /** Ends the links to doctors of a patient: those that somebody else made in the account open it as well. */
  endShares(tx: Tx, context: Context, patientId: string): Promise<void>;
}

/** What the three realms share. */
export interface AccountTools
  extends AccountHooks,
    Pick<Parts, 'db' | 'queue' | 'clock' | 'encryptionKey' | 'identityProviders'> {
  audit: Audit;
  notifications: Notifications;
  sessions: Sessions;
  linkTokens: LinkTokens;
  attempts: Attempts;
  writePassword: PasswordWriter;
  /** Address under which readers reach the site. */
  publicUrl: () => string;
}
