import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemAt } from '@duai/imaging';
import { createOnnxInference } from '../../../server/src/adapters/inference/onnx.ts';
import { CHANGES } from '../testing/changed-films.ts';
import { filmsOf, isValidation } from '../testing/films.ts';
import { type FilmReading, readFilm } from './read-film.ts';

/**
 * `node algorithms/src/xr-film-check/choose.ts`: chooses the limits for the weights in this folder, on films of our own
 * validation part. For each change at most 1 % of the unchanged films are reported, and none below a probability of one half;
 * at most 1 % of all films, unchanged and changed, count as unlike the training. Writes operating-point.json.
 */
const MOST_TOLD = 0.01;
const LEAST = 0.5;

const weightsSha256 = createHash('sha256')
  .update(readFileSync(join(import.meta.dirname, 'model.onnx')))
  .digest('hex');
const inference = createOnnxInference();
const asTaken: FilmReading[] = [];
const changed: FilmReading[] = [];
for (const film of filmsOf('chest-xray-paediatric', 'train.tsv').filter(isValidation)) {
  const image = await film.load();
  asTaken.push(await readFilm(image, inference, weightsSha256));
  for (const { change } of Object.values(CHANGES))
    changed.push(await readFilm(change(image), inference, weightsSha256));
}
await inference.close();

/** A value that at most 1 % of the films reach: midway between the last film below it and the first above. */
function beyond(readings: readonly FilmReading[], of: (reading: FilmReading) => number): number {
  const sorted = readings.map(of).sort((a, b) => a - b);
  const at = Math.ceil(sorted.length * (1 - MOST_TOLD));
  return (itemAt(sorted, at - 1) + itemAt(sorted, at)) / 2;
}
const from = (of: (reading: FilmReading) => number): number =>
  Number(Math.max(LEAST, beyond(asTaken, of)).toPrecision(4));

const point = {
  weightsSha256,
  turnedFrom: from(({ turns }) => 1 - turns[0]),
  mirroredFrom: from(({ mirrored }) => mirrored),
  invertedFrom: from(({ inverted }) => inverted),
  halvedFrom: from(({ halved }) => halved),
  distanceLimit: Number(beyond([...asTaken, ...changed], ({ distance }) => distance).toPrecision(4)),
};
writeFileSync(join(import.meta.dirname, 'operating-point.json'), `${JSON.stringify(point, null, 2)}\n`);
console.log(point);
