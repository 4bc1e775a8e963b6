import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDataSet } from '../files/data-set.ts';
import { readHeader } from '../headers/read-header.ts';
import type { UltrasoundRegion } from '../headers/ultrasound-regions.ts';
import { DICOM_DATA, hasDicomData } from '../testing/samples.ts';
import { figuresOf } from './figures.ts';
import { calibratedRegions, shapeAt } from './regions.ts';

const IMAGE = { columns: 640, rows: 480 };
const plane = (change: Partial<UltrasoundRegion> = {}): UltrasoundRegion => ({
  format: 1,
  bounds: [100, 50, 499, 449],
  units: [3, 3],
  delta: [0.05, 0.02],
  ...change,
});
const field = { ...IMAGE, valueAt: () => null };
/** The length of a line, in the unit in which it is told. */
const told = (
  regions: readonly UltrasoundRegion[],
  [x, y]: readonly [number, number],
  [toX, toY] = [x + 30, y + 100],
) => {
  const shape = { spacing: null, statedAspect: 2, regions: calibratedRegions(regions, IMAGE) };
  const points = [
    { x, y },
    { x: toX, y: toY },
  ];
  const [length] = figuresOf({ measure: 'length', points }, shape, field);
  return `${length?.value.toFixed(1)} ${length?.unit}`;
};

describe('a length on ultrasound', () => {
  it('is in mm within a region of a plane, by its size across and down', () => {
    // 30 columns of 0.5 mm and 100 rows of 0.2 mm.
    expect(told([plane()], [200, 200])).toBe('25.0 mm');
    expect(told([plane({ delta: [0.05, -0.02] })], [200, 200])).toBe('25.0 mm');
    // To the outer edges of its first and last pixels.
    expect(told([plane()], [100, 50], [500, 450])).toBe(`${Math.hypot(200, 80).toFixed(1)} mm`);
  });

  it('is in pixels where a point lies in no such region', () => {
    // 30 widths across and 100 heights of two widths down.
    const inPixels = `${Math.hypot(30, 200).toFixed(1)} px`;
    expect(told([plane()], [90, 200])).toBe(inPixels);
    expect(told([plane()], [480, 200])).toBe(inPixels);
    expect(told([], [200, 200])).toBe(inPixels);
    const two = [plane({ bounds: [0, 0, 214, 479] }), plane({ bounds: [215, 0, 639, 479] })];
    expect(told(two, [200, 200])).toBe(inPixels);
  });

  it.each([
    ['M-mode', { format: 2, units: [4, 3] }],
    ['a spectrum', { format: 3, units: [4, 7] }],
    ['a waveform', { format: 4, units: [4, 0] }],
    ['degrees', { units: [3, 10] }],
    ['no size across', { delta: [0, 0.02] }],
    ['no number', { delta: [Number.NaN, 0.02] }],
  ] as const)('is in pixels on %s, also where a plane lies below it', (_, change) => {
    const other = plane(structuredClone(change) as Partial<UltrasoundRegion>);
    expect(told([other], [200, 200])).toMatch(/px$/);
    expect(told([plane({ bounds: [0, 0, 639, 479] }), other], [200, 200])).toMatch(/px$/);
    expect(told([other, plane({ bounds: [0, 0, 639, 479] })], [200, 200])).toMatch(/px$/);
  });

  it('is told by regions that overlap where they agree, without those of graphics', () => {
    const flow = { bounds: [180, 180, 300, 320] as UltrasoundRegion['bounds'] };
    expect(told([plane(), plane({ ...flow, delta: [0.05001, 0.02] })], [200, 200])).toBe('25.0 mm');
    expect(told([plane(), plane({ ...flow, delta: [0.025, 0.01] })], [200, 200])).toMatch(/px$/);
    expect(told([plane(), plane({ format: 5, bounds: [0, 0, 639, 479], units: [0, 0] })], [200, 200])).toBe('25.0 mm');
  });

  it('is in pixels on an image that was scaled or cut after its regions were stated', () => {
    const beyond = (bounds: UltrasoundRegion['bounds']) => told([plane({ bounds })], [200, 200]);
    expect(beyond([0, 0, 640, 480])).toBe('25.0 mm');
    expect(beyond([0, 0, 641, 400])).toMatch(/px$/);
    expect(beyond([0, 0, 600, 481])).toMatch(/px$/);
    expect(told([plane(), plane({ format: 4, bounds: [0, 0, 639, 700] })], [200, 200])).toMatch(/px$/);
  });

  it('is that of the image where this has a spacing', () => {
    const spacing = { rowMm: 1, columnMm: 1, of: 'patient' } as const;
    const shape = { spacing, regions: calibratedRegions([plane()], IMAGE) };
    expect(shapeAt(shape, [{ x: 200, y: 200 }]).spacing).toBe(spacing);
  });
});

// By hand from `dcmdump +P 0018,6011`.
describe.skipIf(!hasDicomData)('a length on images of devices', () => {
  const measured = (name: string, from: readonly [number, number], to: readonly [number, number]) => {
    const header = readHeader(openDataSet(readFileSync(join(DICOM_DATA, 'US', name))));
    const shape = { spacing: null, regions: calibratedRegions(header.ultrasoundRegions ?? [], header) };
    const points = [from, to].map(([x, y]) => ({ x, y }));
    const [length] = figuresOf({ measure: 'length', points }, shape, field);
    return `${length?.value.toFixed(2)} ${length?.unit}`;
  };
  const DEID = 'deid-data__deid_data__data__ultrasounds__GREYSCALE_IMAGE.dcm';
  const PYDICOM = 'pydicom-data__data_store__data__';
  const EXAMPLES = 'pydicom__src__pydicom__data__test_files__examples';

  it('is in mm within the region', () => {
    // 307.2 × 0.0649047 mm; 14 to 1010 across and 38 to 758 down.
    expect(measured(DEID, [300, 400], [607.2, 400])).toBe('19.94 mm');
    expect(measured(DEID, [300, 400], [300, 760])).toBe('360.00 px');
    // 300 × 0.254767 mm and 400 × 0.254767 mm: 500 × 0.254767 mm.
    expect(measured(`${PYDICOM}JPGLosslessP14SV1_1s_1f_8b.dcm`, [200, 200], [500, 600])).toBe('127.38 mm');
    // 200 × 0.262288 mm; from row 522 on a waveform of the heart.
    expect(measured(`${PYDICOM}OBXXXX1A_rle.dcm`, [300, 100], [300, 300])).toBe('52.46 mm');
    expect(measured(`${PYDICOM}OBXXXX1A_rle.dcm`, [300, 530], [400, 530])).toBe('100.00 px');
  });

  it('is in pixels where the image is half as large as its regions, or cut', () => {
    expect(measured(`${EXAMPLES}_ybr_color.dcm`, [100, 100], [200, 100])).toBe('100.00 px');
    expect(measured(`${EXAMPLES}_palette.dcm`, [300, 100], [300, 300])).toBe('200.00 px');
  });
});
