import type { Tx } from '../../adapters/database/port.ts';
import type { Context } from '../../core/actor.ts';
import type { Parts } from '../../parts.ts';
import type { Analyses } from '../analyses/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Scans } from '../scans/index.ts';
import type { Studies } from '../studies/index.ts';
import { capabilities } from './capabilities.ts';
import { createInstitutionSearch } from './institution-search.ts';
import { createRetrieve } from './retrieve.ts';
import { createStoreInstances } from './store-instances.ts';
import { createStoreResults } from './store-results.ts';
import { createWorkitems } from './workitems/workitems.service.ts';

export interface DicomwebTools extends Pick<Parts, 'db' | 'storage' | 'clock' | 'log'> {
  analyses: Analyses;
  audit: Audit;
  /** What a caller is called. */
  nameOf(tx: Tx, context: Context): Promise<string>;
  publicUrl: () => string;
  scans: Scans;
  studies: Studies;
}

export type Dicomweb = ReturnType<typeof createDicomweb>;

/**
 * DICOMweb (PS3.18): systems of institutions store instances by STOW-RS; everybody who may see images can search and
 * retrieve them.
 */
export const createDicomweb = (tools: DicomwebTools) => ({
  storeInstances: createStoreInstances(tools),
  storeResults: createStoreResults(tools),
  retrieve: createRetrieve(tools),
  institution: createInstitutionSearch(tools),
  workitems: createWorkitems(tools),
  publicUrl: tools.publicUrl,
  /** The capabilities description (PS3.18 annex H). */
  capabilities: () => capabilities(tools.publicUrl()),
  /** Takes turns in reading uploads, for the account of this caller. */
  enterIntake: (context: Context) => tools.studies.enterIntake(context),
});
