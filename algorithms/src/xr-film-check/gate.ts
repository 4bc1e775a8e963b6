import type { GateDecision, SeriesInfo } from '../algorithm.ts';
import { firstThatFits, frontalChestFilm } from '../steps/chest-film.ts';

/** A frontal film of the chest by all that is said of it; of another part the network says nothing that means anything. */
export const gate = (series: SeriesInfo): GateDecision => firstThatFits(series, frontalChestFilm);
