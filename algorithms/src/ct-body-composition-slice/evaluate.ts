import type { Evaluation } from '../model-cards.ts';
import { BODY_SQUARES, ctOfSquares, WHOLE_IMAGE, withRegion } from '../testing/ct-phantom.ts';
import { measured, runOn } from '../testing/series.ts';
import { ctBodyCompositionSlice } from './index.ts';

const LABELS = {
  muscleErrorPercent: 'phantom: area of muscle against the calculation by hand, %',
  fatErrorPercent: 'phantom: area of fat against the calculation by hand, %',
  attenuationErrorPercent: 'phantom: attenuation of muscle against the calculation by hand, %',
  patients: 'patients evaluated',
};

export async function evaluateComposition(): Promise<Evaluation> {
  const series = await ctOfSquares({ squares: BODY_SQUARES });
  const found = await runOn(ctBodyCompositionSlice, withRegion(series, WHOLE_IMAGE, [2]));
  return {
    figures: {
      muscleErrorPercent: errorPercent(measured(found, 'MUSCLE_AREA'), 1),
      fatErrorPercent: errorPercent(measured(found, 'FAT_AREA'), 2.25),
      attenuationErrorPercent: errorPercent(measured(found, 'MUSCLE_ATTENUATION'), 50),
      patients: 0,
    },
    labels: LABELS,
  };
}

const errorPercent = (found: number, byHand: number): number => Number(((found / byHand - 1) * 100).toFixed(3)) + 0;
