import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { evaluateLungDensity } from './ct-lung-density/evaluate.ts';
import { folderOf, readCard, withFigures } from './model-cards.ts';
import { evaluateQuality } from './qc-series/evaluate.ts';

/**
 * `node algorithms/src/evaluate.ts`: prints the figures of every algorithm, and writes them beside it and into its
 * model card. Needs the test data (`DUAI_TEST_DATA`, or `../shared/data` beside the repository).
 */
for (const [id, evaluate] of [
  ['qc.series', evaluateQuality],
  ['ct.lung-density', evaluateLungDensity],
] as const) {
  const evaluation = await evaluate();
  console.log(id, evaluation.figures);
  await writeFile(join(folderOf(id), 'evaluation.json'), `${JSON.stringify(evaluation, null, 2)}\n`);
  await writeFile(join(folderOf(id), 'model-card.md'), withFigures(readCard(id), evaluation));
}
