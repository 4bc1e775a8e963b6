import type { GateDecision, SeriesInfo } from '../algorithm.ts';
import { firstThatFits, frontalChestFilm } from '../steps/chest-film.ts';

/** Accepts frontal chest films, by all statements about them; for other body parts the network's output means nothing. */
export const gate = (series: SeriesInfo): GateDecision => firstThatFits(series, frontalChestFilm);
