import { FILM_MODALITIES } from '../steps/chest-film.ts';
import point from './operating-point.json' with { type: 'json' };

/** Parameters of a result. choose.ts chooses the limits on films that the network was not trained on. */
export const PARAMETERS = {
  modalities: FILM_MODALITIES,
  /** Side to which a film is resized, without keeping its aspect ratio, px. */
  sidePx: 96,
  /** Oldest age of the children whose films it was trained on; for older patients the text says that it errs more often. */
  maxAgeYears: 6,
  /** Largest number of films of one series that are processed. */
  mostFilms: 4,
  /** Probabilities from which a film is reported as rotated, mirrored, inverted, cut to a half. */
  turnedFrom: point.turnedFrom,
  mirroredFrom: point.mirroredFrom,
  invertedFrom: point.invertedFrom,
  halvedFrom: point.halvedFrom,
  /** Distance beyond which a film is too unlike those of the training for a statement. */
  distanceLimit: point.distanceLimit,
} as const;
