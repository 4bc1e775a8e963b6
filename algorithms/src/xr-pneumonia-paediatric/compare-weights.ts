import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { given } from '@duai/contract';
import { createOnnxInference } from '../../../server/src/adapters/inference/onnx.ts';
import type { Evaluation } from '../model-cards.ts';
import { filmsOf, isValidation } from '../testing/films.ts';
import { areaUnder, type Interval, rocOf, type Scored } from '../testing/statistics.ts';
import { filmInput, readInput } from './read-film.ts';

/**
 * `node algorithms/src/xr-pneumonia-paediatric/compare-weights.ts MODEL.onnx`: whether a network that training/train.py wrote again has
 * figures within the intervals of the card, and reaches what the card's reaches. Ends with 1 where it does not.
 */
const path = resolve(given(process.argv[2], 'the path of a network: compare-weights.ts MODEL.onnx'));
const weights = { path, sha256: createHash('sha256').update(readFileSync(path)).digest('hex') };
const { figures } = JSON.parse(readFileSync(join(import.meta.dirname, 'evaluation.json'), 'utf8')) as Evaluation;
const LEAST_SENSITIVITY = 0.95;
const MOST_FALSE_ALARMS = 0.2;

const inference = createOnnxInference();
async function scored(films: ReturnType<typeof filmsOf>): Promise<Scored[]> {
  const found: Scored[] = [];
  for (const { label, patient, load } of films) {
    const { logit } = await readInput(filmInput(await load()), inference, weights);
    found.push({ score: logit, isPositive: label !== 'normal', patient });
  }
  return found;
}
const official = await scored(filmsOf('chest-xray-paediatric', 'official-test-part.tsv'));
const own = await scored(filmsOf('chest-xray-paediatric', 'train.tsv').filter(isValidation));
await inference.close();

const isReproduced = [
  isWithin('AUC, official part', areaUnder(official), figures.auc as Interval),
  isWithin('AUC, own validation part', areaUnder(own), figures.aucOwn as Interval),
  rocOf(official).some(([alarms, hits]) => alarms <= MOST_FALSE_ALARMS && hits >= LEAST_SENSITIVITY),
].every(Boolean);
console.log(`${weights.sha256}: ${isReproduced ? 'reproduces the card' : 'does not reproduce the card'}`);
process.exitCode = isReproduced ? 0 : 1;

function isWithin(name: string, value: number, { low, high }: Interval): boolean {
  console.log(`${name}: ${value.toFixed(3)} (card: ${low} to ${high})`);
  // The card has three digits.
  const rounded = Math.round(value * 1000) / 1000;
  return rounded >= low && rounded <= high;
}
