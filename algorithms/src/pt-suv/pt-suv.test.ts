import { algorithmResultSchema, LANGUAGES } from '@duai/contract';
import { UPTAKE_GAPS } from '@duai/imaging';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { petPhantom } from '../testing/pet-phantom.ts';
import { codesOf, limitationsOf, measured, runOn, saidOf, seriesOf } from '../testing/series.ts';
import { ptSuv } from './index.ts';
import { measureUptake, sphereOffsets } from './measure.ts';
import { GAPS } from './wording.ts';

const run = async (wish: Parameters<typeof petPhantom>[0] = {}) => runOn(ptSuv, await seriesOf(petPhantom(wish)));

/**
 * Computed by hand. From 10:00 to 11:00 are 3,600 s; 2^(−3600/6600) = 0.6851755 of 350 MBq are left, 239,811,422 Bq. One
 * Bq/ml is 70,000 g / 239,811,422 Bq = 2.918960e-4 g/ml by weight. Lean mass by Janmahasatian: index 70/1.75² = 22.857143;
 * 9,270 · 70 / (6,680 + 216 · 22.857143) = 55.857108 kg. Surface by Du Bois: 71.84 · 70^0.425 · 175^0.725 = 18,481.43 cm². A
 * sphere of 1 ml has a radius of 6.2035 mm: with voxels of 4 mm the middle, its 6 neighbours at 4 mm and 12 at 5.66 mm; all
 * lie in the cube: (30,000 + 18 · 20,000) / 19 = 20,526.316 Bq/ml. Mean of all 3,072 voxels: (30,000 + 26 · 20,000 + 3,045 ·
 * 1,000) / 3,072 = 1,170.2474 Bq/ml.
 */
const PER_WEIGHT = 2.91896e-4;
const PER_LEAN = 55_857.108 / 239_811_422;
const PER_SURFACE = 18_481.43 / 239_811_422;
const [MAX, PEAK, MEAN] = [30_000, 20_526.316, 1170.2474];
const equals = (found: number, byHand: number) => expect(Math.abs(found / byHand - 1)).toBeLessThan(0.001);

describe('uptake of the phantom', () => {
  it('[CAT-012] by weight, lean mass and surface equals the calculation by hand: largest, peak and mean', async () => {
    const result = await run();
    expect(algorithmResultSchema.parse(result)).toEqual(result);
    for (const [unit, factor] of [
      ['SUVBW', PER_WEIGHT],
      ['SUVLBM', PER_LEAN],
      ['SUVBSA', PER_SURFACE],
    ] as const) {
      equals(measured(result, `${unit}_MAX`), MAX * factor);
      equals(measured(result, `${unit}_PEAK`), PEAK * factor);
      equals(measured(result, `${unit}_MEAN`), MEAN * factor);
    }
    expect(limitationsOf(result)).toEqual([]);
    expect(saidOf(ptSuv, result, 'en').findings[0]).toContain('SUVmax 8.8, SUVpeak in a 1 ml sphere 6');
  });

  it('[CAT-012] of a woman takes her formula of lean mass', async () => {
    const result = await run({ elements: [{ tag: 0x00100040, vr: 'CS', value: 'F' }] });
    // 9,270 · 70 / (8,780 + 244 · 22.857143) = 45.197015 kg.
    equals(measured(result, 'SUVLBM_MAX'), (MAX * 45_197.015) / 239_811_422);
  });

  it('[CAT-012] with decay corrected to the injection counts the whole dose', async () => {
    const result = await run({ elements: [{ tag: 0x00541102, vr: 'CS', value: 'ADMIN' }] });
    equals(measured(result, 'SUVBW_MAX'), (MAX * 70_000) / 350_000_000);
  });

  it('[CAT-012] takes the factor of Philips for counts, and the scan time of GE after post-processing', async () => {
    const philips = await run({
      elements: [
        { tag: 0x00541001, vr: 'CS', value: 'CNTS' },
        { tag: 0x70530010, vr: 'LO', value: 'Philips PET Private Group' },
        { tag: 0x70531000, vr: 'DS', value: '0.0005' },
      ],
    });
    equals(measured(philips, 'SUVBW_MAX'), 15);
    equals(measured(philips, 'SUVLBM_MAX'), (15 * 55.857108) / 70);
    const processedLater = [{ tag: 0x00080031, vr: 'TM' as const, value: '150000' }];
    const ge = await run({
      elements: [
        ...processedLater,
        { tag: 0x00090010, vr: 'LO', value: 'GEMS_PETD_01' },
        { tag: 0x0009100d, vr: 'DT', value: '20260102110000' },
      ],
    });
    equals(measured(ge, 'SUVBW_MAX'), MAX * PER_WEIGHT);
    expect(codesOf(await run({ elements: processedLater }))).toEqual(['NO_UPTAKE']);
  });

  it('reads activities beyond 16 bits, and slices that differ in slope', async () => {
    const plain = await run();
    const steep = await run({ slope: (slice) => (slice % 2 === 0 ? 20 : 10) });
    expect(measured(steep, 'SUVBW_MAX')).toBeCloseTo(measured(plain, 'SUVBW_MAX'), 3);
    const hot = await run({
      elements: [{ tag: 0x00281053, vr: 'DS', value: '100' }],
    });
    expect(measured(hot, 'SUVBW_MAX') / measured(plain, 'SUVBW_MAX')).toBeCloseTo(100, 3);
  });

  it('shows the sphere of the peak on the slices it lies on', async () => {
    const result = await run();
    if (result.outcome !== 'evaluated') throw new Error('not evaluated');
    const [finding] = result.findings;
    expect(finding).toMatchObject({ code: 'SERIES_UPTAKE' });
    const uids = result.overlays[0]!.slices.map(({ sopInstanceUid }) => Number(sopInstanceUid.split('.').at(-1)));
    expect(uids.sort((a, b) => a - b)).toEqual([6, 7, 8]);
  });
});

describe('uptake that cannot be computed', () => {
  const no = (tag: number, vr: 'CS' | 'DS' | 'TM') => ({ tag, vr, value: '' });

  it.each<[string, NonNullable<Parameters<typeof petPhantom>[0]>]>([
    ['CORRECTIONS', { elements: [{ tag: 0x00280051, vr: 'CS', value: 'DECY' }] }],
    ['UNITS', { elements: [{ tag: 0x00541001, vr: 'CS', value: 'PROPCPS' }] }],
    ['WEIGHT', { elements: [no(0x00101030, 'DS')] }],
    ['DOSE', { drug: [no(0x00181074, 'DS')] }],
    ['DECAY', { elements: [{ tag: 0x00541102, vr: 'CS', value: 'NONE' }] }],
    ['TIMES', { drug: [no(0x00181072, 'TM')] }],
  ])('says what is missing: %s', async (missing, wish) => {
    const result = await run(wish);
    expect(result).toEqual({ outcome: 'not-evaluable', reasons: [{ code: 'NO_UPTAKE', params: { missing } }] });
    const told = LANGUAGES.map((language) => saidOf(ptSuv, result, language).findings[0]!);
    expect(new Set(told).size).toBe(LANGUAGES.length);
    for (const sentence of told) expect(sentence).not.toContain(missing);
  });

  it('has words for each gap', () => {
    expect(Object.keys(GAPS).sort()).toEqual([...UPTAKE_GAPS].sort());
  });

  it('leaves out lean mass and surface where sex or height is not stated, and says so', async () => {
    const withoutHeight = await run({ elements: [no(0x00101020, 'DS')] });
    expect(limitationsOf(withoutHeight)).toEqual(['HEIGHT_NOT_STATED']);
    expect(() => measured(withoutHeight, 'SUVBSA_MAX')).toThrow('not measured');
    const inCentimetres = await run({ elements: [{ tag: 0x00101020, vr: 'DS', value: '175' }] });
    expect(limitationsOf(inCentimetres)).toEqual(['HEIGHT_NOT_STATED']);
    const withoutSex = await run({ elements: [{ tag: 0x00100040, vr: 'CS', value: 'O' }] });
    expect(limitationsOf(withoutSex)).toEqual(['SEX_NOT_STATED']);
    expect(measured(withoutSex, 'SUVBSA_MAX')).toBeGreaterThan(0);
    expect(() => measured(withoutSex, 'SUVLBM_MAX')).toThrow('not measured');
  });

  it('is told for slices that are no stack, for too few of them, and for nothing taken up', async () => {
    const files = petPhantom();
    expect(codesOf(await runOn(ptSuv, await seriesOf(files.filter((_, at) => at !== 4))))).toEqual(['MIXED_SPACING']);
    const two = await seriesOf(petPhantom({ slices: 2 }));
    expect(ptSuv.gate(two)).toMatchObject({ code: 'TOO_FEW_SLICES' });
    const cold = await seriesOf(files, { frame: (frame) => ({ ...frame, stored: frame.stored.map(() => 0) }) });
    expect(codesOf(await runOn(ptSuv, cold))).toEqual(['NOTHING_TAKEN_UP']);
  });

  it('is not tried for another modality, or a series too large for the memory of a run', async () => {
    const files = petPhantom();
    const ct = await seriesOf(files, { header: (header) => ({ ...header, modality: 'CT' }) });
    expect(ptSuv.gate(ct)).toMatchObject({ code: 'NOT_PET' });
    const series = await seriesOf(files);
    expect(ptSuv.gate(series)).toEqual({ fits: true });
    const huge = await seriesOf(files, { header: (header) => ({ ...header, rows: 4096, columns: 4096 }) });
    expect(ptSuv.gate(huge)).toMatchObject({ code: 'TOO_LARGE' });
  });

  it('has no peak where no sphere of 1 ml fits into the slices', async () => {
    const three = await seriesOf(petPhantom({ slices: 3 }), {
      header: (header) => ({ ...header, pixelSpacingMm: [0.5, 0.5] }),
    });
    const result = await runOn(ptSuv, three);
    expect(codesOf(result)).toEqual(['SERIES_UPTAKE_WITHOUT_PEAK']);
    expect(() => measured(result, 'SUVBW_PEAK')).toThrow('not measured');
  });
});

describe('the peak', () => {
  it('is the largest mean that trying every place finds, in the region and in all', () => {
    const [columns, rows, slices] = [7, 6, 5] as const;
    const size = columns * rows * slices;
    const spacingMm: [number, number, number] = [5, 6, 5];
    const offsets = sphereOffsets(spacingMm);
    const place = (voxel: number) =>
      [voxel % columns, Math.floor(voxel / columns) % rows, Math.floor(voxel / (columns * rows))] as const;
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -20, max: 100 }), { minLength: size, maxLength: size }),
        fc.array(fc.boolean(), { minLength: size, maxLength: size }),
        (numbers, inside) => {
          const values = Float32Array.from(numbers);
          const region = Uint8Array.from(inside, Number);
          let most: number | null = null;
          for (let voxel = 0; voxel < size; voxel += 1) {
            const [x, y, z] = place(voxel);
            const around = offsets.map(([dx, dy, dz]) => [x + dx, y + dy, z + dz] as const);
            const fits = around.every(
              ([a, b, c]) => a >= 0 && b >= 0 && c >= 0 && a < columns && b < rows && c < slices,
            );
            if (!fits || region[voxel] === 0) continue;
            const sum = around.reduce((total, [a, b, c]) => total + values[(c * rows + b) * columns + a]!, 0);
            most = Math.max(most ?? Number.NEGATIVE_INFINITY, sum / offsets.length);
          }
          const found = measureUptake({ columns, rows, slices, spacingMm, values }, region);
          expect(found?.peak?.value ?? null).toEqual(most);
        },
      ),
    );
  });

  it('of an empty region is none', () => {
    const grid = { columns: 1, rows: 1, slices: 1, spacingMm: [1, 1, 1] as [number, number, number] };
    expect(measureUptake({ ...grid, values: Float32Array.of(1) }, Uint8Array.of(0))).toBeUndefined();
  });
});
