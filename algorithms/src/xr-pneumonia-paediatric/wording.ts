import { CHEST_FILM_WORDING } from '../steps/chest-film-wording.ts';
import { namesOf, type Wording, wordingOf } from '../wording.ts';
import { FILM_CHECK_WORDING } from '../xr-film-check/wording.ts';

export const WORDING: Wording = {
  ...CHEST_FILM_WORDING,
  ...FILM_CHECK_WORDING,
  ...wordingOf(({ xrPneumonia }) => xrPneumonia.sentences),
};

export const MEASUREMENT_NAMES = namesOf(({ xrPneumonia }) => xrPneumonia.measurements);
