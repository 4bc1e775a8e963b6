import type { GateDecision, InstanceInfo, SeriesInfo } from '../algorithm.ts';
import { firstThatFits, frontalChestFilm, no } from '../steps/chest-film.ts';
import { PARAMETERS } from './parameters.ts';

/** Accepts frontal chest films of children whose age is known, and nothing else. */
export const gate = (series: SeriesInfo): GateDecision => firstThatFits(series, gateOf);

/** Why one image of the series is not processed. */
export function gateOf(instance: InstanceInfo, series: SeriesInfo): GateDecision {
  const film = frontalChestFilm(instance, series);
  if (!film.fits) return film;
  const age = instance.header?.patientAgeYears ?? series.declaredAgeYears;
  if (age === null) return no('AGE_NOT_STATED');
  // A child is six until the day before the seventh birthday.
  return age >= PARAMETERS.maxAgeYears + 1
    ? no('TOO_OLD', { age: Math.floor(age), maxAge: PARAMETERS.maxAgeYears })
    : { fits: true };
}
