import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesSource, inspectFile } from '@duai/imaging';
import { createOnnxInference } from '../../../server/src/adapters/inference/onnx.ts';
import { greyImage } from '../../../server/src/compute/grey-image.ts';
import type { GreyImage, InferencePort } from '../algorithm.ts';
import type { Evaluation } from '../model-cards.ts';
import { type Film, filmsOf, halved, inverted, isValidation, mirrored, stretched, turned } from '../testing/films.ts';
import { TEST_DATA } from '../testing/series.ts';
import {
  areaUnder,
  areaWithInterval,
  correlationOf,
  type Interval,
  rocOf,
  type Scored,
  shareOf,
} from '../testing/statistics.ts';
import { gateOf } from './gate.ts';
import { PARAMETERS } from './parameters.ts';
import { probabilityOf, type Reading, readFilm, strangenessOf } from './read-film.ts';
import { WEIGHTS } from './weights.ts';

const OFFICIAL = 'official part (203 films; threshold, calibration and limits chosen on them)';
const OWN = 'own validation part (patients not trained on)';
const LABELS = {
  auc: `${OFFICIAL}: AUC`,
  sensitivity: `${OFFICIAL}: sensitivity at the threshold`,
  specificity: `${OFFICIAL}: specificity at the threshold`,
  sensitivityBacterial: `${OFFICIAL}: sensitivity, bacterial`,
  sensitivityViral: `${OFFICIAL}: sensitivity, viral`,
  brier: `${OFFICIAL}: Brier score`,
  calibrationError: `${OFFICIAL}: expected calibration error, ten equal bins`,
  aucAccepted: `${OFFICIAL}: AUC of the films that were not refused`,
  aucNarrow: `${OFFICIAL}: AUC, drawn 0.85 times as wide`,
  aucWide: `${OFFICIAL}: AUC, drawn 1.18 times as wide`,
  aspectOfNormals: 'normals of both parts, each about its mean: correlation of logit and aspect',
  aspectOfNormalsOfficial: 'normals of the official part alone: correlation of logit and aspect',
  aspectOfNormalsOwn: 'normals of the own validation part alone: correlation of logit and aspect',
  aucOwn: `${OWN}: AUC (above 0.995 it says more of the source than of the illness)`,
  sensitivityOwn: `${OWN}: sensitivity at the threshold`,
  specificityOwn: `${OWN}: specificity at the threshold`,
  refusedOfficial: 'refused by the image: children, official part',
  refusedOwn: 'refused by the image: children, own validation part',
  refusedAdults: 'refused by the image: adults (NIH ChestX-ray14)',
  refusedTurned: 'refused by the image: children’s films turned by a quarter',
  refusedInverted: 'refused by the image: children’s films inverted',
  refusedHalved: 'refused by the image: children’s films cut to their left half',
  refusedMirrored: 'refused by the image: children’s films mirrored (no harm is known of these)',
  refusedDicomByGate: 'CR, DX and RG files of other examinations: refused by their headers',
  refusedDicomByImage: 'CR, DX and RG files of other examinations: refused by the image alone',
  aucAdults: 'adults, gate and refusal left out: AUC (why they are not optional)',
  independent: 'independent data: films',
};

const NOTHING_CHOSEN = ['refusedDicomByGate', 'refusedDicomByImage', 'independent'];

interface Looked extends Film {
  reading: Reading;
}

/** Figures on development data; those on data that chose a threshold or a limit are optimistic. */
export async function evaluatePaediatricPneumonia(): Promise<Evaluation> {
  const inference = createOnnxInference();
  try {
    return await figuresOf(inference);
  } finally {
    await inference.close();
  }
}

async function figuresOf(inference: InferencePort): Promise<Evaluation> {
  const official = filmsOf('chest-xray-paediatric', 'official-test-part.tsv');
  const own = filmsOf('chest-xray-paediatric', 'train.tsv').filter(isValidation);
  const adults = filmsOf('chest-xray-adult', 'index.tsv').map((film) => ({ ...film, patient: film.file }));
  const read = async (films: readonly Film[], change = (image: GreyImage) => image): Promise<Looked[]> => {
    const looked: Looked[] = [];
    for (const film of films) looked.push({ ...film, reading: await readFilm(change(await film.load()), inference) });
    return looked;
  };
  const [onOfficial, onOwn, onAdults] = [await read(official), await read(own), await read(adults)];
  const scored = onOfficial.map(scoredOf);
  const files = await dicomFiles(inference);
  return {
    weightsSha256: WEIGHTS.sha256,
    kind: 'development data, optimistic',
    figures: {
      auc: rounded(areaWithInterval(scored)),
      sensitivity: told(onOfficial, ({ label }) => label !== 'normal'),
      specificity: notTold(onOfficial),
      sensitivityBacterial: told(onOfficial, ({ label }) => label === 'bacterial'),
      sensitivityViral: told(onOfficial, ({ label }) => label === 'viral'),
      brier: round(
        onOfficial.reduce((sum, film) => sum + (probability(film) - (film.label === 'normal' ? 0 : 1)) ** 2, 0) /
          onOfficial.length,
      ),
      calibrationError: round(
        binsOf(onOfficial).reduce((sum, { n, predicted, observed }) => sum + n * Math.abs(predicted - observed), 0) /
          onOfficial.length,
      ),
      aucAccepted: rounded(areaWithInterval(onOfficial.filter((film) => !isRefused(film)).map(scoredOf))),
      aucNarrow: round(areaUnder((await read(official, (image) => stretched(image, 0.85))).map(scoredOf))),
      aucWide: round(areaUnder((await read(official, (image) => stretched(image, 1.18))).map(scoredOf))),
      aspectOfNormals: rounded(correlationOf([...aspectsOf(onOfficial), ...aspectsOf(onOwn)])),
      aspectOfNormalsOfficial: rounded(correlationOf(aspectsOf(onOfficial))),
      aspectOfNormalsOwn: rounded(correlationOf(aspectsOf(onOwn))),
      aucOwn: rounded(areaWithInterval(onOwn.map(scoredOf))),
      sensitivityOwn: told(onOwn, ({ label }) => label !== 'normal'),
      specificityOwn: notTold(onOwn),
      refusedOfficial: refusedOf(onOfficial),
      refusedOwn: refusedOf(onOwn),
      refusedAdults: refusedOf(onAdults),
      refusedTurned: refusedOf(await read(official, turned)),
      refusedInverted: refusedOf(await read(official, inverted)),
      refusedHalved: refusedOf(await read(official, halved)),
      refusedMirrored: refusedOf(await read(official, mirrored)),
      refusedDicomByGate: rounded(shareOf(files.filter(({ isGated }) => isGated).length, files.length)),
      refusedDicomByImage: rounded(shareOf(files.filter(({ isStrange }) => isStrange).length, files.length)),
      aucAdults: rounded(
        areaWithInterval(onAdults.map((film) => ({ ...scoredOf(film), isPositive: film.label === 'pneumonia' }))),
      ),
      independent: 0,
    },
    labels: LABELS,
    // Each part was used for a choice: the official one for the threshold and the limits, our own for the limits, the adults
    // for the form of the distances. The other files were used for none.
    optimistic: Object.keys(LABELS).filter((name) => !NOTHING_CHOSEN.includes(name)),
    subgroups: ['sensitivityBacterial', 'sensitivityViral', 'refusedAdults', 'aucAdults'],
    roc: rocOf(scored).map(([alarms, hits]) => [round(alarms), round(hits)]),
    calibration: binsOf(onOfficial),
  };
}

/** Films of the test data that do not show a child's chest: refused by their headers, or by their pixels if they have any. */
async function dicomFiles(inference: InferencePort) {
  const found: { isGated: boolean; isStrange: boolean }[] = [];
  for (const modality of ['CR', 'DX', 'RG']) {
    const dir = join(TEST_DATA, 'dicom', modality);
    for (const name of existsSync(dir) ? readdirSync(dir).sort() : []) {
      const path = join(dir, name);
      const inspection = await inspectFile(bytesSource(new Uint8Array(await readFile(path))));
      if (inspection.status === 'refused' || inspection.kind !== 'dicom') continue;
      const { header } = inspection;
      const { sopInstanceUid, columns, rows, frames } = header;
      const instance = { kind: 'dicom' as const, header, sopInstanceUid, name, columns, rows, frames };
      const declared = { declaredModality: 'X-Ray', declaredBodyPart: null, declaredAgeYears: null };
      const decision = gateOf(instance, { seriesInstanceUid: null, ...declared, instances: [instance] });
      const image = await greyImage(path, 'dicom');
      const isStrange = image.isColoured || strangenessOf(await readFilm(image, inference)) > 1;
      found.push({ isGated: !decision.fits, isStrange });
    }
  }
  return found;
}

const probability = ({ reading }: Looked): number => probabilityOf(reading.logit);
const isTold = (film: Looked): boolean => probability(film) >= PARAMETERS.threshold;
const isRefused = ({ reading }: Looked): boolean => strangenessOf(reading) > 1;
const scoredOf = ({ reading, label, patient }: Looked): Scored => ({
  score: reading.logit,
  isPositive: label !== 'normal',
  patient,
});

/** For normal films of known shape: logarithm of the aspect ratio and logit, each minus its mean. */
function aspectsOf(films: readonly Looked[]): [number, number][] {
  const known = films.flatMap(({ label, aspect, reading }) =>
    label === 'normal' && aspect !== null ? [[Math.log(aspect), reading.logit] as const] : [],
  );
  const mean = (of: 0 | 1) => known.reduce((sum, pair) => sum + pair[of], 0) / known.length;
  const [aspect, logit] = [mean(0), mean(1)];
  return known.map((pair) => [pair[0] - aspect, pair[1] - logit]);
}

function told(films: readonly Looked[], isOfKind: (film: Looked) => boolean): Interval {
  const of = films.filter(isOfKind);
  return rounded(shareOf(of.filter(isTold).length, of.length));
}

function notTold(films: readonly Looked[]): Interval {
  const normal = films.filter(({ label }) => label === 'normal');
  return rounded(shareOf(normal.filter((film) => !isTold(film)).length, normal.length));
}

const refusedOf = (films: readonly Looked[]): Interval =>
  rounded(shareOf(films.filter(isRefused).length, films.length));

const BINS = 10;

/** Films grouped by probability: the mean prediction, and how many were pneumonias. */
function binsOf(films: readonly Looked[]) {
  return Array.from({ length: BINS }, (_, bin) => {
    const of = films.filter((film) => Math.min(BINS - 1, Math.floor(probability(film) * BINS)) === bin);
    const share = (sum: number) => (of.length === 0 ? 0 : round(sum / of.length));
    return {
      n: of.length,
      predicted: share(of.reduce((sum, film) => sum + probability(film), 0)),
      observed: share(of.filter(({ label }) => label !== 'normal').length),
    };
  }).filter(({ n }) => n > 0);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function rounded({ value, low, high, n }: Interval): Interval {
  return { value: round(value), low: round(low), high: round(high), n };
}
