import { CHEST_FILM_WORDING } from '../steps/chest-film-wording.ts';
import { namesOf, type Wording, wordingOf } from '../wording.ts';

/** What was done to a film (`checkFilm`): in the words of a finding, and of a reason why a film algorithm does not read it. */
export const FILM_CHECK_WORDING = wordingOf(({ steps }) => steps.filmCheck);

export const WORDING: Wording = {
  ...FILM_CHECK_WORDING,
  ...CHEST_FILM_WORDING,
  ...wordingOf(({ xrFilmCheck }) => xrFilmCheck.sentences),
};

/** What the measurements are called. */
export const MEASUREMENT_NAMES = namesOf(({ xrFilmCheck }) => xrFilmCheck.measurements);

/** What the findings are called. */
export const FINDING_NAMES = namesOf(({ xrFilmCheck }) => xrFilmCheck.findings);
