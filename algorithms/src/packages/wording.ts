import { VOLUME_WORDING } from '../steps/volume-wording.ts';
import { type Wording, wordingOf } from '../wording.ts';
import { FILM_CHECK_WORDING } from '../xr-film-check/wording.ts';

/** What every package says of images that it does not take. */
export const REASONS: Wording = {
  ...VOLUME_WORDING,
  ...FILM_CHECK_WORDING,
  ...wordingOf(({ packages }) => packages.reasons),
};

/** What is told of an output; `name` is what the manifest calls it. */
export const TELLING = wordingOf(({ packages }) => packages.telling);
