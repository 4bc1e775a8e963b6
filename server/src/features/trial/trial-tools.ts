import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Analyses } from '../analyses/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Studies } from '../studies/index.ts';

/** What the parts of this feature share. */
export interface TrialTools
  extends Pick<Parts, 'db' | 'clock' | 'config' | 'queue' | 'storage' | 'compute' | 'quick' | 'log'> {
  accounts: Accounts;
  audit: Audit;
  notifications: Notifications;
  studies: Studies;
  analyses: Analyses;
}
