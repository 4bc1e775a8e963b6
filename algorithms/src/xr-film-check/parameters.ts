import { FILM_MODALITIES } from '../steps/chest-film.ts';
import point from './operating-point.json' with { type: 'json' };

/** What decides a result. Limits are chosen by choose.ts on films that the network was not trained on. */
export const PARAMETERS = {
  modalities: FILM_MODALITIES,
  /** Side to which a film is squashed, whatever its shape, px. */
  sidePx: 96,
  /** Of the children whose films it was trained on; for others it is told that it errs more often. */
  maxAgeYears: 6,
  /** Films of one series that are looked at. */
  mostFilms: 4,
  /** Probabilities from which on a film is told as turned, mirrored, inverted, cut to a half. */
  turnedFrom: point.turnedFrom,
  mirroredFrom: point.mirroredFrom,
  invertedFrom: point.invertedFrom,
  halvedFrom: point.halvedFrom,
  /** Distance beyond which nothing is said of a film: it is unlike those of the training. */
  distanceLimit: point.distanceLimit,
} as const;
