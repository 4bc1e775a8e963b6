import type { Volume } from '@duai/imaging';
import { describe, expect, it } from 'vitest';
import { isCutOff, isInterrupted, measure } from './measure.ts';
import { splitSides } from './sides.ts';

const volumeOf = (values: number[], columns: number, rows: number): Volume => ({
  columns,
  rows,
  slices: values.length / (columns * rows),
  spacingMm: [2, 5, 10],
  values: Int16Array.from(values),
  headers: [],
  frames: [],
});

describe('the figures of a few voxels, by hand', () => {
  it('count volume, mean, LAA-950 and Perc15', () => {
    // Twenty voxels of 2 × 5 × 10 mm = 0.1 ml: three of −960, one of −950, sixteen of −800.
    const values = [-960, -960, -960, -950, ...new Array<number>(16).fill(-800)];
    const lungs = measure(volumeOf(values, 5, 2), new Uint8Array(20).fill(1));
    expect(lungs.volumeMl).toBeCloseTo(2, 9);
    expect(lungs.meanHu).toBeCloseTo((3 * -960 - 950 - 16 * 800) / 20, 9);
    // −950 itself is not below −950.
    expect(lungs.laa950Percent).toBeCloseTo(15, 9);
    // Exactly 15 % lie below −950, so that is where the 15th percentile is.
    expect(lungs.perc15Hu).toBe(-950);
  });

  it('leave out what is not in the mask, and give nothing for an empty one', () => {
    const volume = volumeOf([-900, -700, 40, -1000], 2, 1);
    expect(measure(volume, Uint8Array.from([1, 1, 0, 0]))).toMatchObject({ voxels: 2, meanHu: -800, laa950Percent: 0 });
    expect(measure(volume, new Uint8Array(4))).toEqual({
      voxels: 0,
      volumeMl: 0,
      meanHu: 0,
      laa950Percent: 0,
      perc15Hu: 0,
      areasMm2: [0, 0],
    });
  });

  it('tell the lung area of each slice, and so whether the lungs are cut off or interrupted', () => {
    const volume = volumeOf(new Array<number>(12).fill(-850), 2, 2);
    const lungs = measure(volume, Uint8Array.from([0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0]));
    expect(lungs.areasMm2).toEqual([10, 40, 30]);
    const areas = (...areasMm2: number[]) => ({ ...lungs, areasMm2 });
    expect(isCutOff(areas(200, 9000, 0))).toBe(false);
    expect(isCutOff(areas(0, 9000, 201))).toBe(true);
    expect(isInterrupted(areas(0, 5000, 9000, 10000, 9000, 4000, 0), 10)).toBe(true);
    expect(isInterrupted(areas(0, 5000, 9000, 10000, 9000, 4000, 0), 11)).toBe(false);
    expect(isInterrupted(areas(0, 2000, 5000, 7000, 9000, 10000, 9000, 6500, 4000, 0), 5)).toBe(false);
  });
});

describe('right and left', () => {
  const sidesOf = (picture: string[]) => {
    const columns = picture[0]!.length;
    const mask = Uint8Array.from(picture.join(''), (character) => (character === '#' ? 1 : 0));
    return splitSides(mask, columns, picture.length, 1, 10);
  };

  it('are two parts', () => {
    expect(sidesOf(['.##...###.', '.##...###.'])).toEqual({ first: 4, last: 6 });
  });

  it('are cut at their thinnest where they touch', () => {
    expect(sidesOf(['###..###', '########', '###..###'])).toEqual({ first: 10, last: 10 });
  });

  it('keep a tongue that reaches across the middle with its lung', () => {
    expect(sidesOf(['.######.....', '.####..#####', '.####..#####', '.####..#####'])).toEqual({ first: 18, last: 15 });
  });

  it('are nothing where there is no lung', () => {
    expect(sidesOf(['....', '....'])).toEqual({ first: 0, last: 0 });
  });
});
