import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createOnnxInference } from '../../../server/src/adapters/inference/onnx.ts';
import type { Evaluation } from '../model-cards.ts';
import { CHANGES } from '../testing/changed-films.ts';
import { filmsOf, hasFilms } from '../testing/films.ts';
import { changesOf } from './check-film.ts';
import { readFilm } from './read-film.ts';

if (!hasFilms) console.log('data not present: the film check is not evaluated again');

const { figures } = JSON.parse(readFileSync(join(import.meta.dirname, 'evaluation.json'), 'utf8')) as Evaluation;
const inference = createOnnxInference();
afterAll(() => inference.close());

describe.runIf(hasFilms)('the committed film check', () => {
  /** Every fourth film of children that were used neither for training nor for any choice. */
  const few = (hasFilms ? filmsOf('chest-xray-paediatric', 'official-test-part.tsv') : []).filter(
    (_, at) => at % 4 === 0,
  );

  it('tells films that were turned, mirrored, inverted and halved at the rates of its card [CAT-011]', async () => {
    const told: Record<string, number> = { falselyTold: 0 };
    for (const film of few) {
      const image = await film.load();
      const codes = async (seen: typeof image) =>
        changesOf(await readFilm(seen, inference)).map(({ code }) => code as string);
      if ((await codes(image)).length > 0) told.falselyTold! += 1;
      for (const [name, { code, change }] of Object.entries(CHANGES))
        told[name] = (told[name] ?? 0) + ((await codes(change(image))).includes(code) ? 1 : 0);
    }
    for (const [name, count] of Object.entries(told)) {
      const { low, high } = figures[`${name}Official`] as { low: number; high: number };
      // Only a quarter of the films is tested, so the interval of the whole set is widened by its own width.
      const slack = high - low + 1 / few.length;
      expect(count / few.length, name).toBeGreaterThanOrEqual(low - slack);
      expect(count / few.length, name).toBeLessThanOrEqual(high + slack);
    }
    expect(told.falselyTold).toBeLessThanOrEqual(1);
    for (const name of Object.keys(CHANGES)) expect(told[name]! / few.length, name).toBeGreaterThan(0.9);
  });
});
