import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createOnnxInference } from '../../../server/src/adapters/inference/onnx.ts';
import type { GreyImage } from '../algorithm.ts';
import { type Evaluation, readCard } from '../model-cards.ts';
import { type Film, filmsOf, hasFilms, inverted, stretched, turned } from '../testing/films.ts';
import { areaUnder } from '../testing/statistics.ts';
import { PARAMETERS } from './parameters.ts';
import { probabilityOf, type Reading, readFilm, strangenessOf } from './read-film.ts';

if (!hasFilms) console.log('data not present: the network is not evaluated again');

const { figures } = JSON.parse(readFileSync(join(import.meta.dirname, 'evaluation.json'), 'utf8')) as Evaluation;
const committed = (name: string) => (figures[name] as { value: number }).value;
const inference = createOnnxInference();
afterAll(() => inference.close());

type Looked = Film & { reading: Reading };
async function read(films: readonly Film[], change = (image: GreyImage) => image): Promise<Looked[]> {
  const looked: Looked[] = [];
  for (const film of films) looked.push({ ...film, reading: await readFilm(change(await film.load()), inference) });
  return looked;
}
const areaOf = (films: readonly Looked[]) =>
  areaUnder(
    films.map(({ reading, label, patient }) => ({ score: reading.logit, isPositive: label !== 'normal', patient })),
  );
const refusedOf = (films: readonly Looked[]) =>
  films.filter(({ reading }) => strangenessOf(reading) > 1).length / films.length;
/** Another processor rounds differently, so a film right at the limit may change sides. */
const NEAR = 0.011;

describe.runIf(hasFilms)('the committed network', () => {
  const official = hasFilms ? filmsOf('chest-xray-paediatric', 'official-test-part.tsv') : [];
  const few = official.filter((_, at) => at % 4 === 0);

  it('has the figures of its card, which reach what it was made for', async () => {
    const looked = await read(official);
    const told = (isNormal: boolean) => {
      const of = looked.filter(({ label }) => (label === 'normal') === isNormal);
      return of.filter(({ reading }) => probabilityOf(reading.logit) >= PARAMETERS.threshold).length / of.length;
    };
    const area = areaOf(looked);
    expect(Math.abs(area - committed('auc'))).toBeLessThan(0.002);
    expect(Math.abs(told(false) - committed('sensitivity'))).toBeLessThan(NEAR);
    expect(Math.abs(1 - told(true) - committed('specificity'))).toBeLessThan(2 * NEAR);
    expect(Math.abs(refusedOf(looked) - committed('refusedOfficial'))).toBeLessThan(NEAR);
    expect(area).toBeGreaterThanOrEqual(0.98);
    expect(told(false)).toBeGreaterThanOrEqual(0.95);
    expect(told(true)).toBeLessThanOrEqual(0.2);
    for (const factor of [0.85, 1.18]) {
      const stretchedArea = areaOf(await read(official, (image) => stretched(image, factor)));
      expect(Math.abs(stretchedArea - area), `drawn ${factor} times as wide`).toBeLessThan(0.01);
    }
  });

  it('refuses adults, and films of children that are turned or inverted, at the rates of the card [CAT-010]', async () => {
    const adults = await read(filmsOf('chest-xray-adult', 'index.tsv'));
    expect(Math.abs(refusedOf(adults) - committed('refusedAdults'))).toBeLessThan(0.04);
    expect(refusedOf(adults)).toBeGreaterThanOrEqual(0.9);
    expect(refusedOf(await read(few, turned))).toBeGreaterThan(0.98);
    expect(refusedOf(await read(few, inverted))).toBeGreaterThan(0.98);
    const { value, low, high, n } = figures.refusedAdults as { value: number; low: number; high: number; n: number };
    expect(readCard('xr.pneumonia-paediatric')).toContain(`${value} (${low} to ${high}, n = ${n})`);
  });

  it('says on its card how many children its pneumonias belong to', () => {
    const ill = official.filter(({ label }) => label !== 'normal');
    const children = new Set(ill.map(({ patient }) => patient)).size;
    const told = `the ${ill.length} pneumonias of the official part belong to ${children} children`;
    expect(readCard('xr.pneumonia-paediatric')).toContain(told);
  });

  it('did not learn the shape of the film: logit and aspect of normals are not correlated', () => {
    const { low, high } = figures.aspectOfNormals as { low: number; high: number };
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });
});
