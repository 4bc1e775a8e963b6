import type { Evaluation } from '../model-cards.ts';
import { CALCIUM_SQUARES, ctOfSquares, WHOLE_IMAGE, withRegion } from '../testing/ct-phantom.ts';
import { measured, runOn } from '../testing/series.ts';
import { ctAgatston } from './index.ts';

const LABELS = {
  scoreErrorPercent: 'phantom, slices at 3 mm: Agatston score against the calculation by hand, %',
  volumeErrorPercent: 'phantom, slices at 3 mm: volume of calcium against the calculation by hand, %',
  thinScoreErrorPercent: 'phantom, slices at 1.5 mm: Agatston score against the calculation by hand, %',
  patients: 'patients evaluated',
};

export async function evaluateCalcium(): Promise<Evaluation> {
  const at = async (distanceMm: number) =>
    runOn(
      ctAgatston,
      withRegion(await ctOfSquares({ squares: CALCIUM_SQUARES, distanceMm }), WHOLE_IMAGE, [0, 1, 2, 3]),
    );
  const [usual, thin] = [await at(3), await at(1.5)];
  return {
    figures: {
      scoreErrorPercent: errorPercent(measured(usual, 'AGATSTON_SCORE'), 41),
      volumeErrorPercent: errorPercent(measured(usual, 'CALCIUM_VOLUME'), 54),
      thinScoreErrorPercent: errorPercent(measured(thin, 'AGATSTON_SCORE'), 20.5),
      patients: 0,
    },
    labels: LABELS,
  };
}

const errorPercent = (found: number, byHand: number): number => Number(((found / byHand - 1) * 100).toFixed(3)) + 0;
