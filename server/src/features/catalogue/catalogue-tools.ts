import type { Parts } from '../../parts.ts';
import type { Analyses } from '../analyses/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Packages } from '../packages/index.ts';

/** Dependencies that the parts of this feature share. */
export interface CatalogueTools extends Pick<Parts, 'db' | 'clock'> {
  audit: Audit;
  analyses: Analyses;
  packages: Packages;
}
