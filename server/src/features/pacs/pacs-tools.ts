import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Scans } from '../scans/index.ts';
import type { Studies } from '../studies/index.ts';

export interface PacsTools
  extends Pick<Parts, 'db' | 'clock' | 'config' | 'log' | 'storage' | 'queue' | 'encryptionKey'> {
  publicUrl: () => string;
  accounts: Accounts;
  audit: Audit;
  scans: Scans;
  studies: Studies;
}
