import { VOLUME_WORDING } from '../steps/volume-wording.ts';
import { type Wording, wordingOf } from '../wording.ts';
import { FILM_CHECK_WORDING } from '../xr-film-check/wording.ts';

/** Reasons why an image is not accepted, shared by all packages. */
export const REASONS: Wording = {
  ...VOLUME_WORDING,
  ...FILM_CHECK_WORDING,
  ...wordingOf(({ packages }) => packages.reasons),
};

/** Sentences about an output; `name` is its name in the manifest. */
export const TELLING = wordingOf(({ packages }) => packages.telling);
