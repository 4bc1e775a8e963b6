import type { AnalysisReason } from '@duai/contract';
import type { GreyImage, InferencePort } from '../algorithm.ts';
import { PARAMETERS } from './parameters.ts';
import { type FilmReading, readFilm } from './read-film.ts';

/**
 * The changes found in a film, as reasons worded in `FILM_CHECK_WORDING`; empty if it is upright, not mirrored, not inverted
 * and whole. Film algorithms call it first, and do not read a film with any reason.
 */
export async function checkFilm(image: GreyImage, inference: InferencePort): Promise<AnalysisReason[]> {
  if (image.isColoured) return [{ code: 'COLOURED', params: {} }];
  return changesOf(await readFilm(image, inference));
}

export function changesOf(reading: FilmReading): AnalysisReason[] {
  if (reading.distance > PARAMETERS.distanceLimit) {
    const times = Math.round((reading.distance / PARAMETERS.distanceLimit) * 100) / 100;
    return [{ code: 'FILM_UNLIKE_TRAINING', params: { times } }];
  }
  const [upright, ...others] = reading.turns;
  const degrees = (others.indexOf(Math.max(...others)) + 1) * 90;
  const told = (code: string, probability: number, from: number, params: AnalysisReason['params'] = {}) =>
    probability >= from ? [{ code, params: { ...params, probability: Math.round(probability * 1000) / 10 } }] : [];
  return [
    ...told('FILM_TURNED', 1 - upright, PARAMETERS.turnedFrom, { degrees }),
    ...told('FILM_INVERTED', reading.inverted, PARAMETERS.invertedFrom),
    ...told('FILM_HALVED', reading.halved, PARAMETERS.halvedFrom),
    // Not reported for halves: the network was not trained to tell the sides from one lung.
    ...(reading.halved >= PARAMETERS.halvedFrom
      ? []
      : told('FILM_MIRRORED', reading.mirrored, PARAMETERS.mirroredFrom)),
  ];
}
