import { type Finding, given } from '@duai/contract';
import { ImagingError, itemAt } from '@duai/imaging';
import type { GreyImage, InferencePort, SeriesInput } from '../algorithm.ts';
import { frontalChestFilm } from '../steps/chest-film.ts';
import { checkFilm } from '../xr-film-check/check-film.ts';
import { PARAMETERS } from './parameters.ts';

/** Codes of `checkFilm` that report a change; the others say why nothing is reported. */
const CHANGES = ['FILM_TURNED', 'FILM_MIRRORED', 'FILM_INVERTED', 'FILM_HALVED'];

/**
 * Finds frontal chest films that are rotated, mirrored, inverted or cut to a half; xr.film-check says which, and how certain
 * it is.
 */
export async function checkFilms(input: SeriesInput, inference: InferencePort): Promise<Finding[]> {
  const films = [...input.instances.keys()].filter((at) => frontalChestFilm(itemAt(input.instances, at), input).fits);
  const changed = new Map(CHANGES.map((code) => [code, [] as string[]]));
  for (const at of films.slice(0, PARAMETERS.mostFilms)) {
    let image: GreyImage;
    try {
      image = await input.loadGrey(at);
    } catch (error) {
      // The check of the pixels reports it.
      if (error instanceof ImagingError) continue;
      throw error;
    }
    for (const { code } of await checkFilm(image, inference)) changed.get(code)?.push(itemAt(input.instances, at).name);
  }
  const found = (code: string): Finding[] => {
    const sopInstanceUids = given(changed.get(code), 'the list of a code');
    return sopInstanceUids.length === 0
      ? []
      : [{ code, severity: 'important', params: { count: sopInstanceUids.length }, sopInstanceUids }];
  };
  return CHANGES.flatMap(found);
}
