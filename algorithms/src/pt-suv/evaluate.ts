import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlgorithmResult } from '@duai/contract';
import { decodeFrame, ImagingError } from '@duai/imaging';
import type { Evaluation } from '../model-cards.ts';
import { petPhantom } from '../testing/pet-phantom.ts';
import { measured, runOn, seriesOf, TEST_DATA } from '../testing/series.ts';
import { ptSuv } from './index.ts';

const LABELS = {
  suvBwMaxErrorPercent: 'phantom: SUVmax by body weight against the calculation by hand, %',
  suvBwPeakErrorPercent: 'phantom: SUVpeak against the calculation by hand, %',
  suvBwMeanErrorPercent: 'phantom: mean SUV against the calculation by hand, %',
  suvLbmMaxErrorPercent: 'phantom: SULmax (lean body mass) against the calculation by hand, %',
  suvBsaMaxErrorPercent: 'phantom: SUVmax by body surface against the calculation by hand, %',
  realFiles: 'single PET images of the test data',
  realWithUptake: 'of these with all that SUV by body weight needs',
  patients: 'patients evaluated',
};

/** One Bq/ml of the phantom in each unit; the calculation is in pt-suv.test.ts. */
const [PER_WEIGHT, PER_LEAN, PER_SURFACE] = [2.91896e-4, 55_857.108 / 239_811_422, 18_481.43 / 239_811_422];

export async function evaluateUptake(): Promise<Evaluation> {
  const result = await runOn(ptSuv, await seriesOf(petPhantom()));
  const real = await realFiles();
  return {
    figures: {
      suvBwMaxErrorPercent: errorPercent(result, 'SUVBW_MAX', 30_000 * PER_WEIGHT),
      suvBwPeakErrorPercent: errorPercent(result, 'SUVBW_PEAK', 20_526.316 * PER_WEIGHT),
      suvBwMeanErrorPercent: errorPercent(result, 'SUVBW_MEAN', 1170.2474 * PER_WEIGHT),
      suvLbmMaxErrorPercent: errorPercent(result, 'SUVLBM_MAX', 30_000 * PER_LEAN),
      suvBsaMaxErrorPercent: errorPercent(result, 'SUVBSA_MAX', 30_000 * PER_SURFACE),
      realFiles: real.length,
      realWithUptake: real.filter((isKnown) => isKnown).length,
      patients: 0,
    },
    labels: LABELS,
  };
}

const errorPercent = (result: AlgorithmResult, code: string, byHand: number): number =>
  Number(((measured(result, code) / byHand - 1) * 100).toFixed(3)) + 0;

/** For each PET image of the test data, whether its file contains everything needed to compute uptake. */
async function realFiles(): Promise<boolean[]> {
  const dir = join(TEST_DATA, 'dicom', 'PT');
  if (!existsSync(dir)) throw new Error('the PET images of the test data are needed');
  const known: boolean[] = [];
  for (const name of readdirSync(dir).sort()) {
    try {
      const { header } = await decodeFrame(new Uint8Array(await readFile(join(dir, name))));
      if (header.modality === 'PT') known.push(typeof header.uptake === 'object');
    } catch (error) {
      if (!(error instanceof ImagingError)) throw error;
    }
  }
  return known;
}
