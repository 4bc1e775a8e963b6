import { wordingOf } from '../wording.ts';

/** Why an image is not accepted as a frontal chest film (`frontalChestFilm`), or not as a film at all. */
export const CHEST_FILM_WORDING = wordingOf(({ steps }) => steps.chestFilm);
