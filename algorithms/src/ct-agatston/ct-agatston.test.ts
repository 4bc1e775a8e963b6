import { algorithmResultSchema } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { CALCIUM_SQUARES, ctOfSquares, type OutlinedRegion, WHOLE_IMAGE, withRegion } from '../testing/ct-phantom.ts';
import { codesOf, limitationsOf, measured, runOn, saidOf } from '../testing/series.ts';
import { ctAgatston } from './index.ts';

const equals = (found: number, byHand: number) => expect(Math.abs(found / byHand - 1)).toBeLessThan(0.001);
const score = async (
  wish: Partial<Parameters<typeof ctOfSquares>[0]> = {},
  region: OutlinedRegion = WHOLE_IMAGE,
  slices = [0, 1, 2, 3],
) => runOn(ctAgatston, withRegion(await ctOfSquares({ squares: CALCIUM_SQUARES, ...wish }), region, slices));

describe('the calcium score of a phantom', () => {
  it('[CAT-013] equals the calculation by hand, with its volume', async () => {
    const result = await score();
    expect(algorithmResultSchema.parse(result)).toEqual(result);
    equals(measured(result, 'AGATSTON_SCORE'), 41);
    equals(measured(result, 'CALCIUM_VOLUME'), 54);
    expect(result).toMatchObject({ findings: [{ code: 'CALCIUM', params: { areas: 4, peakHu: 400, slices: 4 } }] });
    expect(limitationsOf(result)).toEqual([]);
  });

  it('[CAT-013] at another slice distance is scaled to 3 mm, and says by how much', async () => {
    const result = await score({ distanceMm: 1.5 });
    equals(measured(result, 'AGATSTON_SCORE'), 20.5);
    equals(measured(result, 'CALCIUM_VOLUME'), 27);
    expect(limitationsOf(result)).toEqual(['SCALED']);
    expect(saidOf(ctAgatston, result, 'en').findings.join(' ')).toContain('multiplied by 0.5');
  });

  it('[CAT-013] counts what lies in the region only: the pixels whose middle it holds', async () => {
    const half = await score({}, { ...WHOLE_IMAGE, to: { x: 23, y: 64 } }, [0]);
    // The whole first square (4), and of the second the three columns up to 23: 3 × 6 pixels, 4.5 mm², weight 2: 9.
    equals(measured(half, 'AGATSTON_SCORE'), 13);
    const round = { shape: 'ellipse' as const, from: { x: 20, y: 20 }, to: { x: 26, y: 26 } };
    // An ellipse in a box of 6 × 6 pixels leaves out the four corner pixels: 32 · 0.25 mm² · 2.
    equals(measured(await score({}, { ...WHOLE_IMAGE, ...round }, [0]), 'AGATSTON_SCORE'), 16);
  });

  it('is 0 where there is none, and marks what was counted elsewhere', async () => {
    const none = await score({}, WHOLE_IMAGE, [3]);
    expect(codesOf(none)).toEqual(['NO_CALCIUM']);
    expect(measured(none, 'AGATSTON_SCORE')).toBe(0);
    const result = await score();
    if (result.outcome !== 'evaluated') throw new Error('it is evaluated');
    expect(result.overlays[0]!.slices).toHaveLength(3);
  });

  it('names contrast medium and another tube voltage', async () => {
    const result = await score({
      elements: [
        { tag: 0x00180010, vr: 'LO', value: 'IOHEXOL' },
        { tag: 0x00180060, vr: 'DS', value: '100' },
      ],
    });
    expect(limitationsOf(result)).toEqual(['CONTRAST', 'TUBE_VOLTAGE']);
  });

  it('is not given for a region that holds nothing, nor twice for a slice that is named twice', async () => {
    expect(codesOf(await score({}, { ...WHOLE_IMAGE, from: { x: 70, y: 70 }, to: { x: 80, y: 80 } }))).toEqual([
      'REGION_EMPTY',
    ]);
    equals(measured(await score({}, WHOLE_IMAGE, [0, 1, 2, 3, 2, 2]), 'AGATSTON_SCORE'), 41);
  });
});

describe('the gate of a region on CT', () => {
  it('needs a region on images of this series, in their size', async () => {
    const series = await ctOfSquares({ squares: CALCIUM_SQUARES });
    const codeOf = (input: typeof series) => {
      const decision = ctAgatston.gate(input);
      return decision.fits ? 'fits' : decision.code;
    };
    const placed = withRegion(series, WHOLE_IMAGE, [0]);
    expect(codeOf(placed)).toBe('fits');
    expect(codeOf(series)).toBe('REGION_NEEDED');
    const mask = {
      shape: 'mask' as const,
      columns: 8,
      rows: 8,
      slices: [{ sopInstanceUid: series.instances[0]!.name, frame: 0, runs: 'AB' }],
    };
    expect(codeOf({ ...series, region: mask })).toBe('REGION_OTHER_SIZE');
    expect(codeOf({ ...series, region: { ...WHOLE_IMAGE, images: [{ sopInstanceUid: '2.25.1', frame: 0 }] } })).toBe(
      'REGION_ELSEWHERE',
    );
    const elsewhere = [{ sopInstanceUid: series.instances[0]!.name, frame: 1 }];
    expect(codeOf({ ...series, region: { ...WHOLE_IMAGE, images: elsewhere } })).toBe('REGION_ELSEWHERE');
    const other = {
      ...placed,
      instances: placed.instances.map((each) => ({ ...each, header: { ...each.header!, modality: 'MR' } })),
    };
    expect(codeOf(other)).toBe('NOT_CT');
  });
});
