import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { PasswordWriter } from './sessions/account-access.ts';
import type { Attempts } from './sessions/attempts.ts';
import type { LinkTokens } from './sessions/link-tokens.ts';
import type { Sessions } from './sessions/sessions.ts';

/** What the three realms share. */
export interface AccountTools extends Pick<Parts, 'db' | 'queue' | 'clock' | 'encryptionKey'> {
  audit: Audit;
  notifications: Notifications;
  sessions: Sessions;
  linkTokens: LinkTokens;
  attempts: Attempts;
  writePassword: PasswordWriter;
  /** Address under which readers reach the site. */
  publicUrl: () => string;
}
