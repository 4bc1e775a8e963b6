import type { Parts } from '../../parts.ts';
import type { Analyses } from '../analyses/index.ts';
import type { Audit } from '../audit/index.ts';

/** What the parts of this feature share. */
export interface CatalogueTools extends Pick<Parts, 'algorithms' | 'db' | 'clock'> {
  audit: Audit;
  analyses: Analyses;
}
