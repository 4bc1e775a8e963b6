import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemAt } from '@duai/imaging';
import { createOnnxInference } from '../../../server/src/adapters/inference/onnx.ts';
import { filmsOf, isValidation } from '../testing/films.ts';
import { filmInput, type Reading, readInput } from './read-film.ts';

/**
 * `node algorithms/src/xr-pneumonia-paediatric/choose.ts`: chooses threshold, calibration and limits for the weights in this
 * folder, on films of children that they were not trained on: our own validation part, and the part of the official test set
 * that is reserved for this. Writes operating-point.json.
 */
interface Labelled {
  reading: Reading;
  isPneumonia: boolean;
}

const LEAST_SENSITIVITY = 0.95;
const LEAST_SPECIFICITY = 0.8;
const MOST_CHILDREN_REFUSED = 0.05;

const path = join(import.meta.dirname, 'model.onnx');
const weightsSha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
const inference = createOnnxInference();
const read = async (films: ReturnType<typeof filmsOf>): Promise<Labelled[]> => {
  const found: Labelled[] = [];
  for (const film of films)
    found.push({
      reading: await readInput(filmInput(await film.load()), inference, { path, sha256: weightsSha256 }),
      isPneumonia: film.label !== 'normal',
    });
  return found;
};
const own = await read(filmsOf('chest-xray-paediatric', 'train.tsv').filter(isValidation));
const official = await read(filmsOf('chest-xray-paediatric', 'official-test-part.tsv'));
await inference.close();

const [slope, intercept] = calibrated([...own, ...official], shareOfPneumonia(official));
const probability = ({ reading }: Labelled) => 1 / (1 + Math.exp(-(slope * reading.logit + intercept)));
const point = {
  weightsSha256,
  threshold: rounded(chosenThreshold()),
  slope: rounded(slope),
  intercept: rounded(intercept),
  distanceLimits: chosenLimits().map(rounded),
};
writeFileSync(join(import.meta.dirname, 'operating-point.json'), `${JSON.stringify(point, null, 2)}\n`);
console.log(point);

function shareOfPneumonia(films: readonly Labelled[]): number {
  return films.filter(({ isPneumonia }) => isPneumonia).length / films.length;
}

/**
 * Platt scaling (1999) by Newton's method. Films are weighted so that the fraction `share` of them are pneumonias; the
 * probabilities are valid at this prevalence.
 */
function calibrated(films: readonly Labelled[], share: number): [slope: number, intercept: number] {
  const positives = shareOfPneumonia(films);
  let [a, b] = [1, 0];
  for (let round = 0; round < 100; round += 1) {
    // Gradient, and the three numbers of the Hessian, with a small ridge.
    let [ga, gb, haa, hab, hbb] = [1e-3 * (a - 1), 0, 1e-3, 0, 1e-9];
    for (const { reading, isPneumonia } of films) {
      const weight = isPneumonia ? share / positives : (1 - share) / (1 - positives);
      const p = 1 / (1 + Math.exp(-(a * reading.logit + b)));
      const [error, spread] = [weight * (p - (isPneumonia ? 1 : 0)), weight * p * (1 - p)];
      ga += error * reading.logit;
      gb += error;
      haa += spread * reading.logit ** 2;
      hab += spread * reading.logit;
      hbb += spread;
    }
    const determinant = haa * hbb - hab ** 2;
    a -= (hbb * ga - hab * gb) / determinant;
    b -= (haa * gb - hab * ga) / determinant;
  }
  return [a, b];
}

/**
 * The threshold with the largest margin: the smallest of the margins above the aims for sensitivity and specificity, in both
 * parts. Of several equal ones, the middle.
 */
function chosenThreshold(): number {
  const room = (threshold: number) =>
    Math.min(
      ...[own, official].flatMap((films) => {
        const told = (isPneumonia: boolean) => {
          const of = films.filter((film) => film.isPneumonia === isPneumonia);
          return of.filter((film) => probability(film) >= threshold).length / of.length;
        };
        return [
          (told(true) - LEAST_SENSITIVITY) / (1 - LEAST_SENSITIVITY),
          (1 - told(false) - LEAST_SPECIFICITY) / (1 - LEAST_SPECIFICITY),
        ];
      }),
    );
  const candidates = Array.from({ length: 999 }, (_, at) => (at + 1) / 1000);
  const most = Math.max(...candidates.map(room));
  const best = candidates.filter((threshold) => room(threshold) === most);
  return itemAt(best, Math.floor(best.length / 2));
}

/**
 * Scales each distance by its own spread, and both by one factor, so that in neither part more children are refused than
 * allowed.
 */
function chosenLimits(): number[] {
  const beyond = (values: readonly number[]) =>
    [...values].sort((a, b) => a - b)[Math.ceil(values.length * (1 - MOST_CHILDREN_REFUSED)) - 1]!;
  const distances = (films: readonly Labelled[], at: 0 | 1) => films.map(({ reading }) => reading.distances[at]);
  const each = ([0, 1] as const).map((at) => beyond(distances(official, at)));
  const factor = Math.max(
    ...[own, official].map((films) =>
      beyond(films.map(({ reading }) => Math.max(...reading.distances.map((far, at) => far / itemAt(each, at))))),
    ),
  );
  return each.map((limit) => limit * factor);
}

function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
