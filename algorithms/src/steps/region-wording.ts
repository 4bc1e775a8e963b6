import { wordingOf } from '../wording.ts';

/** Why a region on CT is not measured (`regionOnCt`). */
export const REGION_WORDING = wordingOf(({ steps }) => steps.region);
