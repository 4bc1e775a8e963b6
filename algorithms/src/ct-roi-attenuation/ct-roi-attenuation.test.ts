import { algorithmResultSchema, type Tissue } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { ctOfSquares, TISSUE_SQUARES, withRegion } from '../testing/ct-phantom.ts';
import { codesOf, limitationsOf, measured, runOn, saidOf } from '../testing/series.ts';
import { ctRoiAttenuation } from './index.ts';

const equals = (found: number, byHand: number) => expect(Math.abs(found / byHand - 1)).toBeLessThan(0.001);
const measure = async (
  to: number,
  tissue?: Tissue,
  wish: Partial<Parameters<typeof ctOfSquares>[0]> = {},
  from = 0,
) => {
  const region = { shape: 'rectangle' as const, from: { x: from, y: 0 }, to: { x: to, y: 4 }, tissue };
  return runOn(ctRoiAttenuation, withRegion(await ctOfSquares({ squares: TISSUE_SQUARES, ...wish }), region, [1]));
};

describe('the attenuation of a region', () => {
  it('[CAT-013] of a phantom equals the calculation by hand', async () => {
    const result = await measure(8);
    expect(algorithmResultSchema.parse(result)).toEqual(result);
    // 16 pixels of 30 and 16 of 60 HU: mean 45, deviation 15, median between the two.
    equals(measured(result, 'MEAN_ATTENUATION'), 45);
    equals(measured(result, 'ATTENUATION_DEVIATION'), 15);
    equals(measured(result, 'MEDIAN_ATTENUATION'), 45);
    equals(measured(result, 'LEAST_ATTENUATION'), 30);
    equals(measured(result, 'MOST_ATTENUATION'), 60);
    equals(measured(result, 'MEASURED_AREA'), 8);
  });

  it('[CAT-013] of muscle and fat counts the published range only', async () => {
    // All four squares: 30 and 60 lie within −29 to 150 HU, −100 within −190 to −30 HU.
    const muscle = await measure(16, 'muscle-l3');
    equals(measured(muscle, 'MEAN_ATTENUATION'), 45);
    equals(measured(muscle, 'MEASURED_AREA'), 8);
    const fat = await measure(16, 'fat');
    equals(measured(fat, 'MEAN_ATTENUATION'), -100);
    equals(measured(fat, 'MEASURED_AREA'), 4);
    expect(saidOf(ctRoiAttenuation, fat, 'tr').findings[0]).toContain('Yağ (−190 – −30 HU): ortalama −100 HU');
  });

  it('names what was published about a liver or a vertebra like this', async () => {
    expect(codesOf(await measure(4, 'liver'))).toEqual(['ATTENUATION', 'FATTY_LIVER']);
    expect(codesOf(await measure(8, 'liver', {}, 4))).toEqual(['ATTENUATION']);
    expect(codesOf(await measure(8, 'vertebra-l1', {}, 4))).toEqual(['ATTENUATION', 'LOW_BONE']);
    expect(codesOf(await measure(16, 'vertebra-l1', {}, 12))).toEqual(['ATTENUATION']);
    expect(codesOf(await measure(4))).toEqual(['ATTENUATION']);
  });

  it('names none with contrast medium, at another voltage, or of a child', async () => {
    const contrast = await measure(4, 'liver', { elements: [{ tag: 0x00180010, vr: 'LO', value: 'IOHEXOL' }] });
    expect(codesOf(contrast)).toEqual(['ATTENUATION']);
    expect(limitationsOf(contrast)).toEqual(['CONTRAST']);
    const voltage = await measure(4, 'liver', { elements: [{ tag: 0x00180060, vr: 'DS', value: '80' }] });
    expect(codesOf(voltage)).toEqual(['ATTENUATION']);
    const child = await measure(4, 'liver', { elements: [{ tag: 0x00101010, vr: 'AS', value: '009Y' }] });
    expect(codesOf(child)).toEqual(['ATTENUATION']);
  });

  it('is not given where nothing of the tissue is in the region', async () => {
    expect(codesOf(await measure(8, 'fat'))).toEqual(['REGION_EMPTY']);
  });
});
