import { given } from '@duai/contract';
import { createOnnxInference } from '../../../server/src/adapters/inference/onnx.ts';
import type { InferencePort } from '../algorithm.ts';
import type { Evaluation } from '../model-cards.ts';
import { CHANGES } from '../testing/changed-films.ts';
import { type Film, filmsOf, isValidation } from '../testing/films.ts';
import { type Interval, shareOf } from '../testing/statistics.ts';
import { changesOf } from './check-film.ts';
import { readFilm } from './read-film.ts';
import { WEIGHTS } from './weights.ts';

const PARTS = {
  Official: 'official part (203 films of children, neither trained nor chosen on)',
  Own: 'own validation part (577 films; the limits were chosen on them)',
  Adults: 'adults (30 films of NIH ChestX-ray14; nothing was trained or chosen on adults)',
};

export async function evaluateFilmCheck(): Promise<Evaluation> {
  const inference = createOnnxInference();
  try {
    const parts: Record<keyof typeof PARTS, Film[]> = {
      Official: filmsOf('chest-xray-paediatric', 'official-test-part.tsv'),
      Own: filmsOf('chest-xray-paediatric', 'train.tsv').filter(isValidation),
      Adults: filmsOf('chest-xray-adult', 'index.tsv'),
    };
    const figures: Evaluation['figures'] = {};
    const labels: Evaluation['labels'] = {};
    for (const part of Object.keys(PARTS) as (keyof typeof PARTS)[]) {
      const add = (name: string, label: string, figure: Interval) => {
        figures[`${name}${part}`] = figure;
        labels[`${name}${part}`] = `${PARTS[part]}: ${label}`;
      };
      const told = await codesOf(parts[part], inference);
      const asTaken = told.map((codes) => given(codes.asTaken, 'the reading of the film as taken'));
      const isChanged = (code: string) => code !== 'FILM_UNLIKE_TRAINING';
      add(
        'falselyTold',
        'as taken, told as changed',
        shareIn(asTaken, (codes) => codes.some(isChanged)),
      );
      add(
        'unlike',
        'as taken, refused as unlike the training',
        shareIn(asTaken, (codes) => !codes.every(isChanged)),
      );
      for (const [name, { code, label }] of Object.entries(CHANGES)) {
        const changed = told.map((codes) => given(codes[name], 'the reading of a changed film'));
        add(
          name,
          `${label}: told as such`,
          shareIn(changed, (codes) => codes.includes(code)),
        );
        add(
          `${name}Kept`,
          `${label}: kept from film algorithms`,
          shareIn(changed, (codes) => codes.length > 0),
        );
      }
    }
    const namesOf = (part: keyof typeof PARTS) => Object.keys(figures).filter((name) => name.endsWith(part));
    return {
      weightsSha256: WEIGHTS.sha256,
      kind: 'limits were chosen on the own validation part',
      figures,
      labels,
      optimistic: namesOf('Own'),
      subgroups: namesOf('Adults'),
    };
  } finally {
    await inference.close();
  }
}

/** For each film, the codes reported for the unchanged film and after each change. */
async function codesOf(films: readonly Film[], inference: InferencePort): Promise<Record<string, string[]>[]> {
  const found: Record<string, string[]>[] = [];
  for (const film of films) {
    const image = await film.load();
    const codes: Record<string, string[]> = {};
    const look = async (name: string, seen: typeof image) => {
      codes[name] = changesOf(await readFilm(seen, inference)).map(({ code }) => code);
    };
    await look('asTaken', image);
    for (const [name, { change }] of Object.entries(CHANGES)) await look(name, change(image));
    found.push(codes);
  }
  return found;
}

function shareIn(films: readonly string[][], hit: (codes: string[]) => boolean): Interval {
  const { value, low, high, n } = shareOf(films.filter(hit).length, films.length);
  const round = (number: number) => Math.round(number * 1000) / 1000;
  return { value: round(value), low: round(low), high: round(high), n };
}
