import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { evaluateCalcium } from './ct-agatston/evaluate.ts';
import { evaluateComposition } from './ct-body-composition-slice/evaluate.ts';
import { evaluateLungDensity } from './ct-lung-density/evaluate.ts';
import { evaluateAttenuation } from './ct-roi-attenuation/evaluate.ts';
import { folderOf, readCard, withFigures } from './model-cards.ts';
import { evaluateUptake } from './pt-suv/evaluate.ts';
import { evaluateQuality } from './qc-series/evaluate.ts';
import { evaluateFilmCheck } from './xr-film-check/evaluate.ts';
import { evaluatePaediatricPneumonia } from './xr-pneumonia-paediatric/evaluate.ts';

/**
 * `node algorithms/src/evaluate.ts [ID…]`: prints the figures of all or the given algorithms, and writes them into their
 * folders and model cards. Needs the test data (`DUAI_TEST_DATA`, or `../shared/data` beside the repository).
 */
const wanted = process.argv.slice(2);

for (const [id, evaluate] of [
  ['qc.series', evaluateQuality],
  ['ct.lung-density', evaluateLungDensity],
  ['xr.pneumonia-paediatric', evaluatePaediatricPneumonia],
  ['pt.suv', evaluateUptake],
  ['xr.film-check', evaluateFilmCheck],
  ['ct.agatston', evaluateCalcium],
  ['ct.roi-attenuation', evaluateAttenuation],
  ['ct.body-composition-slice', evaluateComposition],
] as const) {
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  const evaluation = await evaluate();
  console.log(id, evaluation.figures);
  await writeFile(join(folderOf(id), 'evaluation.json'), `${JSON.stringify(evaluation, null, 2)}\n`);
  await writeFile(join(folderOf(id), 'model-card.md'), withFigures(readCard(id), evaluation));
}
