import type { Parts } from '../../parts.ts';
import type { Audit } from '../audit/index.ts';
import type { Scans } from '../scans/index.ts';

/** Dependencies that the parts of this feature share. */
export interface IntegrationTools extends Pick<Parts, 'db' | 'clock' | 'queue' | 'webhooks' | 'encryptionKey' | 'log'> {
  audit: Audit;
  scans: Scans;
}
