import type { Parts } from '../../parts.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Analyses } from '../analyses/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Institutions } from '../institutions/index.ts';
import type { Packages } from '../packages/index.ts';
import type { Studies } from '../studies/index.ts';

/** Dependencies that the parts of this feature share. */
export interface EvaluationTools extends Pick<Parts, 'db' | 'clock' | 'queue' | 'quick'> {
  accounts: Accounts;
  audit: Audit;
  studies: Studies;
  analyses: Analyses;
  packages: Packages;
  institutions: Institutions;
}
