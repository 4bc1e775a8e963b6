import { FILM_MODALITIES } from '../steps/chest-film.ts';
import { WEIGHTS as FILM_CHECK } from '../xr-film-check/weights.ts';
import point from './operating-point.json' with { type: 'json' };

/** What decides a result. The operating point is chosen by choose.ts on films that the network was not trained on. */
export const PARAMETERS = {
  modalities: FILM_MODALITIES,
  /** Of the children whose films it was trained on: 1 to 5; the youngest and the sixth year stand at its edge. */
  maxAgeYears: 6,
  /** Side to which a film is squashed, whatever its shape, px. */
  sidePx: 112,
  /** Films of one series that are looked at. */
  mostFilms: 4,
  /** Of the probability, from which on signs are told. */
  threshold: point.threshold,
  /** Platt scaling: the probability is the logistic function of slope · logit + intercept. */
  calibration: [point.slope, point.intercept],
  /** Distances (of the thumbnail, of the stages) beyond which a film is unlike those of the training. */
  distanceLimits: point.distanceLimits as readonly number[],
  /** Weights of xr.film-check, which sees a film before. */
  filmCheckSha256: FILM_CHECK.sha256,
} as const;
