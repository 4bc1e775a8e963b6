import type { GateDecision, InstanceInfo, SeriesInfo } from '../algorithm.ts';
import { firstThatFits, frontalChestFilm, no } from '../steps/chest-film.ts';
import { PARAMETERS } from './parameters.ts';

/** Frontal chest film of a child whose age is known; anything else is not tried. */
export const gate = (series: SeriesInfo): GateDecision => firstThatFits(series, gateOf);

/** Why one image of the series is not looked at. */
export function gateOf(instance: InstanceInfo, series: SeriesInfo): GateDecision {
  const film = frontalChestFilm(instance, series);
  if (!film.fits) return film;
  const age = instance.header?.patientAgeYears ?? series.declaredAgeYears;
  if (age === null) return no('AGE_NOT_STATED');
  // Up to the day of the seventh birthday a child is six.
  return age >= PARAMETERS.maxAgeYears + 1
    ? no('TOO_OLD', { age: Math.floor(age), maxAge: PARAMETERS.maxAgeYears })
    : { fits: true };
}
