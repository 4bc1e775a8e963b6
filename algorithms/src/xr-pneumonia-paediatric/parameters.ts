import { FILM_MODALITIES } from '../steps/chest-film.ts';
import { WEIGHTS as FILM_CHECK } from '../xr-film-check/weights.ts';
import point from './operating-point.json' with { type: 'json' };

/** Parameters of a result. choose.ts chooses the operating point on films that the network was not trained on. */
export const PARAMETERS = {
  modalities: FILM_MODALITIES,
  /**
   * Oldest age, from the children whose films it was trained on: 1 to 5 years; infants and six-year-olds are at the edge of
   * this range.
   */
  maxAgeYears: 6,
  /** Side to which a film is resized, without keeping its aspect ratio, px. */
  sidePx: 112,
  /** Largest number of films of one series that are processed. */
  mostFilms: 4,
  /** Probability from which signs are reported. */
  threshold: point.threshold,
  /** Platt scaling: the probability is the logistic function of slope · logit + intercept. */
  calibration: [point.slope, point.intercept],
  /** Distances (of the thumbnail, of the stages) beyond which a film is too unlike those of the training. */
  distanceLimits: point.distanceLimits as readonly number[],
  /** Weights of xr.film-check, which runs first. */
  filmCheckSha256: FILM_CHECK.sha256,
} as const;
