import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Notifications } from '../notifications/index.ts';

/** Dependencies that the parts of this feature share. */
export interface InstitutionTools extends Pick<Parts, 'db' | 'clock' | 'config' | 'queue' | 'log'> {
  accounts: Accounts;
  audit: Audit;
  notifications: Notifications;
}
