import type { Evaluation } from '../model-cards.ts';
import { ctOfSquares, TISSUE_SQUARES, withRegion } from '../testing/ct-phantom.ts';
import { measured, runOn } from '../testing/series.ts';
import { ctRoiAttenuation } from './index.ts';

const LABELS = {
  meanErrorPercent: 'phantom: mean attenuation against the calculation by hand, %',
  deviationErrorPercent: 'phantom: standard deviation against the calculation by hand, %',
  muscleErrorPercent: 'phantom: mean of muscle among fat and bone against the calculation by hand, %',
  fatErrorPercent: 'phantom: mean of fat among muscle and bone against the calculation by hand, %',
  patients: 'patients evaluated',
};

export async function evaluateAttenuation(): Promise<Evaluation> {
  const series = await ctOfSquares({ squares: TISSUE_SQUARES });
  const region = (to: number, tissue?: 'muscle-l3' | 'fat') =>
    runOn(
      ctRoiAttenuation,
      withRegion(series, { shape: 'rectangle', from: { x: 0, y: 0 }, to: { x: to, y: 4 }, tissue }, [1]),
    );
  const [plain, muscle, fat] = [await region(8), await region(16, 'muscle-l3'), await region(16, 'fat')];
  return {
    figures: {
      meanErrorPercent: errorPercent(measured(plain, 'MEAN_ATTENUATION'), 45),
      deviationErrorPercent: errorPercent(measured(plain, 'ATTENUATION_DEVIATION'), 15),
      muscleErrorPercent: errorPercent(measured(muscle, 'MEAN_ATTENUATION'), 45),
      fatErrorPercent: errorPercent(measured(fat, 'MEAN_ATTENUATION'), -100),
      patients: 0,
    },
    labels: LABELS,
  };
}

const errorPercent = (found: number, byHand: number): number => Number(((found / byHand - 1) * 100).toFixed(3)) + 0;
