import type { Context } from '../../core/actor.ts';
import type { Scans } from '../scans/index.ts';
import type { Studies } from '../studies/index.ts';
import { createStoreInstances } from './store-instances.ts';

export interface DicomwebTools {
  scans: Scans;
  studies: Studies;
}

export type Dicomweb = ReturnType<typeof createDicomweb>;

/** The DICOMweb door of an institution (PS3.18): its systems store instances by STOW-RS. */
export const createDicomweb = (tools: DicomwebTools) => ({
  storeInstances: createStoreInstances(tools),
  /** When the bytes of this caller are read. */
  enterIntake: (context: Context) => tools.studies.enterIntake(context),
});
