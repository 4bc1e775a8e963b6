import { algorithmResultSchema } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { BODY_SQUARES, ctOfSquares, WHOLE_IMAGE, withRegion } from '../testing/ct-phantom.ts';
import { codesOf, limitationsOf, measured, runOn } from '../testing/series.ts';
import { ctBodyCompositionSlice } from './index.ts';

const equals = (found: number, byHand: number) => expect(Math.abs(found / byHand - 1)).toBeLessThan(0.001);

describe('muscle and fat on a slice', () => {
  it('[CAT-013] of a phantom equal the calculation by hand', async () => {
    const result = await runOn(
      ctBodyCompositionSlice,
      withRegion(await ctOfSquares({ squares: BODY_SQUARES }), WHOLE_IMAGE, [2]),
    );
    expect(algorithmResultSchema.parse(result)).toEqual(result);
    equals(measured(result, 'MUSCLE_AREA'), 1);
    equals(measured(result, 'FAT_AREA'), 2.25);
    equals(measured(result, 'MUSCLE_ATTENUATION'), 50);
    expect(limitationsOf(result)).toEqual(['ORGANS_COUNTED']);
  });

  it('in a mask that the reader corrected are those of the mask: the overlay of a result is one', async () => {
    const series = await ctOfSquares({ squares: BODY_SQUARES });
    const first = await runOn(
      ctBodyCompositionSlice,
      withRegion(series, { ...WHOLE_IMAGE, to: { x: 10, y: 64 } }, [2]),
    );
    if (first.outcome !== 'evaluated') throw new Error('it is evaluated');
    const muscle = first.overlays.find(({ code }) => code === 'MUSCLE')!;
    const slices = muscle.slices.map(({ sopInstanceUid, runs }) => ({ sopInstanceUid, frame: 0, runs }));
    const region = { shape: 'mask' as const, columns: 64, rows: 64, slices };
    const again = await runOn(ctBodyCompositionSlice, { ...series, region });
    equals(measured(again, 'MUSCLE_AREA'), 0.5);
    expect(measured(again, 'FAT_AREA')).toBe(0);
    expect(limitationsOf(again)).toEqual([]);
  });

  it('are not measured on several slices, nor in a region that holds nothing', async () => {
    const series = await ctOfSquares({ squares: BODY_SQUARES });
    expect(codesOf(await runOn(ctBodyCompositionSlice, withRegion(series, WHOLE_IMAGE, [1, 2])))).toEqual([
      'ONE_SLICE',
    ]);
    const outside = { ...WHOLE_IMAGE, from: { x: 65, y: 0 }, to: { x: 70, y: 5 } };
    expect(codesOf(await runOn(ctBodyCompositionSlice, withRegion(series, outside, [2])))).toEqual(['REGION_EMPTY']);
  });
});
