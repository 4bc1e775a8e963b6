import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RECIPES } from '@duai/algorithms';
import { type AlgorithmEvaluation, given } from '@duai/contract';
import { buildVolume, framesOf, itemAt } from '@duai/imaging';
import { withFigures } from '../algorithms/src/card-figures.ts';
import { STRUCTURES } from '../algorithms/src/recipes/mr-brain-volumes/structures.ts';
import { applyBefore } from '../algorithms/src/steps/before.ts';
import { gridOfVolume } from '../algorithms/src/steps/grid.ts';
import { createOnnxInference } from '../server/src/adapters/inference/onnx.ts';
import { sha256Hex } from '../server/src/core/ids.ts';
import { brainWeights } from '../server/src/features/packages/index.ts';
import { BRAIN_MODELS, brainMr } from '../server/src/testing/brain-mr.ts';

/**
 * Writes the figures of mr.brain-volumes into the recipe's folder and its card: compares the converted networks, which see
 * only a box, with the larger network on the whole volume. Takes minutes and 3 GB: `node scripts/evaluate-brain-volumes.ts`.
 */
const FOLDER = join(import.meta.dirname, '..', 'algorithms', 'src', 'recipes', 'mr-brain-volumes');
const WHOLE = [256, 256, 256] as const;
const { manifest } = given(
  RECIPES.find((recipe) => recipe.folder === 'mr-brain-volumes'),
  'the recipe',
);
const inference = createOnnxInference();
const dir = await mkdtemp(join(tmpdir(), 'brain-'));

async function labels(weights: Uint8Array, data: Float32Array): Promise<Float32Array> {
  const path = join(dir, `${sha256Hex(weights)}.onnx`);
  await writeFile(path, weights);
  const outputs = await inference.run(
    { path, sha256: sha256Hex(weights) },
    { image: { data, dims: [1, 1, ...WHOLE] } },
  );
  return given(outputs.labels, 'the labels').data;
}

/** Dice coefficient: twice the intersection divided by the sum of both sizes. */
function dice(a: Float32Array, b: Float32Array, label: number): number {
  let [both, all] = [0, 0];
  for (let point = 0; point < a.length; point += 1) {
    const [isA, isB] = [a[point] === label, b[point] === label];
    if (isA && isB) both += 1;
    all += Number(isA) + Number(isB);
  }
  return (2 * both) / all;
}

try {
  const frames = [];
  for (const { bytes } of brainMr()) frames.push(...(await framesOf(bytes)));
  const volume = buildVolume(frames);
  const grid = given(manifest.network, 'the network').before.reduce(
    (made, step) => applyBefore(made, step, itemAt(volume.headers, 0)),
    gridOfVolume(volume),
  );
  const onBox = await labels(await brainWeights(BRAIN_MODELS), grid.values);
  const onWhole = await labels(await brainWeights(BRAIN_MODELS, { margin: 256, longest: WHOLE }), grid.values);
  const found = STRUCTURES.map(({ label, name }) => ({ name: name.en, dice: dice(onBox, onWhole, label) }));
  const worst = found.toSorted((a, b) => a.dice - b.dice)[0]!;
  const rounded = (value: number) => Math.round(value * 1000) / 1000;
  const evaluation: AlgorithmEvaluation = {
    kind: 'no reference labels: shows the conversion and the box, no accuracy',
    weightsSha256: given(manifest.weights, 'the weights').sha256,
    figures: {
      volumes: 1,
      labelledMl: Math.round(onBox.reduce((sum, label) => sum + Math.sign(label), 0) / 1000),
      diceMean: rounded(found.reduce((sum, each) => sum + each.dice, 0) / found.length),
      diceWorst: rounded(worst.dice),
    },
    labels: {
      volumes: 'volumes',
      labelledMl: 'labelled, ml',
      diceMean: 'Dice of the labels on the box with those on the whole volume, mean of 17 structures',
      diceWorst: `the same, lowest (${worst.name})`,
    },
  };
  console.log(evaluation.figures, found);
  await writeFile(join(FOLDER, 'evaluation.json'), `${JSON.stringify(evaluation, null, 2)}\n`);
  const card = join(FOLDER, 'card.md');
  await writeFile(card, withFigures(await readFile(card, 'utf8'), evaluation));
} finally {
  await inference.close();
  await rm(dir, { recursive: true });
}
