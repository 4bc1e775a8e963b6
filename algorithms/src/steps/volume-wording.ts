import { wordingOf } from '../wording.ts';

/** Why slices form no volume (`VolumeError`). */
export const VOLUME_WORDING = wordingOf(({ steps }) => steps.volume);
