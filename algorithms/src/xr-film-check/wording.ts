import { CHEST_FILM_WORDING } from '../steps/chest-film-wording.ts';
import { namesOf, type Wording, wordingOf } from '../wording.ts';

/** The changes to a film (`checkFilm`): worded as a finding, and as a reason why a film algorithm does not read it. */
export const FILM_CHECK_WORDING = wordingOf(({ steps }) => steps.filmCheck);

export const WORDING: Wording = {
  ...FILM_CHECK_WORDING,
  ...CHEST_FILM_WORDING,
  ...wordingOf(({ xrFilmCheck }) => xrFilmCheck.sentences),
};

export const MEASUREMENT_NAMES = namesOf(({ xrFilmCheck }) => xrFilmCheck.measurements);

export const FINDING_NAMES = namesOf(({ xrFilmCheck }) => xrFilmCheck.findings);
