import { describe, expect, it } from 'vitest';
import type { PixelDescription } from '../pixels/values/describe-pixels.ts';
import { dot, plus, type Vector } from '../room/planes.ts';
import { described } from '../testing/fake-source.ts';
import { OUTSIDE } from '../volume/open-volume.ts';
import { resample, type VolumeShape } from '../volume/resample.ts';
import { type Cut, cutOf, valueOnCut } from './cut.ts';

/** PET of 5 × 5 × 4 mm, its first voxel at (−50, −40, −20), tilted by 30° about the axis from right to left. */
const [COS, SIN] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
const shape: VolumeShape = {
  columns: 20,
  rows: 16,
  slices: 12,
  origin: [-50, -40, -20],
  toColumn: [5, 0, 0],
  toRow: [0, 5 * COS, 5 * SIN],
  toSlice: [0, -4 * SIN, 4 * COS],
};
const placeOf = (column: number, row: number, slice: number): Vector =>
  plus(plus(plus(shape.origin, shape.toColumn, column), shape.toRow, row), shape.toSlice, slice);
/** Grows by 10 per mm to the left, 100 to the back and 1,000 to the head: trilinear interpolation gives it exactly. */
const valueIn = (point: Vector): number => dot(point, [10, 100, 1000]);
const voxels = Int16Array.from({ length: 20 * 16 * 12 }, (_, at) => {
  const value = valueIn(placeOf(at % 20, Math.floor(at / 20) % 16, Math.floor(at / 320))) / 10;
  return Math.round(value);
});
const onCut = ({ stack, slabMm }: Cut) => resample({ shape, voxels, least: OUTSIDE }, stack, 0, slabMm);

/** A slice of CT with pixels of 0.7 mm, 3 mm from the middle of the volume. */
const slice = (change: Partial<PixelDescription> = {}): PixelDescription => ({
  ...described('1.2.3'),
  columns: 101,
  rows: 80,
  spacing: { columnMm: 0.7, rowMm: 0.7, of: 'patient' },
  orientation: [1, 0, 0, 0, 1, 0],
  position: [-35, -30, 12],
  frameOfReferenceUid: '9',
  ...change,
});

describe('the values of another volume on an image', () => {
  it.each<[string, PixelDescription]>([
    ['a slice in other steps than the volume', slice()],
    ['a coronal plane', slice({ orientation: [1, 0, 0, 0, 0, -1], position: [-35, 0, 40] })],
    ['an oblique one', slice({ orientation: [0.8, 0.6, 0, 0, 0, -1], position: [-30, -25, 30] })],
    ['pixels that are not square', slice({ spacing: { columnMm: 0.7, rowMm: 1.4, of: 'patient' } })],
    ['pixels larger than its samples', slice({ spacing: { columnMm: 3, rowMm: 3, of: 'patient' }, columns: 25 })],
  ])('are those at each point of the patient: %s', (_, description) => {
    const cut = cutOf(description)!;
    const { stack } = cut;
    const values = onCut(cut);
    let inside = 0;
    for (const [at, value] of values.entries()) {
      const [column, row] = [at % stack.columns, Math.floor(at / stack.columns)];
      // By hand: the upper left edge of the image, and from there half a sample and whole ones.
      const { columnMm, rowMm } = description.spacing!;
      const [right, down] = [(column + 0.5) * stack.mm - columnMm / 2, (row + 0.5) * stack.mm - rowMm / 2];
      const [ax, ay, az, dx, dy, dz] = description.orientation as [number, number, number, number, number, number];
      const [x, y, z] = description.position as [number, number, number];
      const point: Vector = [x + ax * right + dx * down, y + ay * right + dy * down, z + az * right + dz * down];
      const from = plus(point, shape.origin, -1);
      const steps = [dot(from, [0.2, 0, 0]), dot(from, [0, COS / 5, SIN / 5]), dot(from, [0, -SIN / 4, COS / 4])];
      const isAmong = steps.every((step, axis) => step > 0.01 && step < [19, 15, 11][axis]! - 0.01);
      const isBeyond = steps.some((step, axis) => step < -0.51 || step > [19, 15, 11][axis]! + 0.51);
      if (isAmong) expect(Math.abs(value * 10 - valueIn(point)), `${column} ${row}`).toBeLessThan(11);
      if (isAmong) inside += 1;
      if (isBeyond) expect(value).toBe(OUTSIDE);
    }
    expect(inside).toBeGreaterThan(100);
  });

  it('are sampled every 2 mm, no finer than the pixels of the image, and cover it', () => {
    const fine = cutOf(slice())!;
    // 101 × 0.7 = 70.7 mm and 56 mm.
    expect([fine.stack.mm, fine.stack.columns, fine.stack.rows]).toEqual([2, 36, 28]);
    expect(fine.share.x).toBeCloseTo(72 / 70.7, 9);
    expect(fine.share.y).toBeCloseTo(1, 9);
    const coarse = cutOf(slice({ spacing: { columnMm: 3, rowMm: 3, of: 'patient' } }))!;
    expect([coarse.stack.mm, coarse.stack.columns, coarse.stack.rows]).toEqual([3, 101, 80]);
    expect(coarse.stack.origin).toEqual([-35, -30, 12]);
  });

  it('are at least one and at most as many as a canvas holds, whatever a file says of its pixels', () => {
    const sizesOf = (change: Partial<PixelDescription>) => {
      const { stack } = cutOf(slice(change))!;
      return [stack.columns, stack.rows];
    };
    const tiny = { columnMm: 1e-6, rowMm: 1e-6, of: 'patient' } as const;
    expect(sizesOf({ spacing: tiny, columns: 1, rows: 1 })).toEqual([1, 1]);
    // 160 rows of a metre each.
    expect(sizesOf({ spacing: { columnMm: 1.5, rowMm: 1000, of: 'patient' }, rows: 160 })).toEqual([1, 1024]);
  });

  it('are found by the place of the image, so two slices never share them', () => {
    const keys = [0, 0.5, 5].map((z) => cutOf(slice({ position: [-35, -30, z] }))!.key);
    expect(new Set(keys).size).toBe(3);
    expect(cutOf(slice({ sopInstanceUid: 'again' }))!.key).toBe(cutOf(slice())!.key);
    const slab = slice({ isMaximum: true, thicknessMm: 10 });
    expect(cutOf(slab)).toMatchObject({ slabMm: 10 });
    expect(cutOf(slab)!.key).not.toBe(cutOf(slice())!.key);
    // The thickness of an acquired slice is no maximum.
    expect(cutOf(slice({ thicknessMm: 10 }))).toMatchObject({ slabMm: 0 });
  });

  it('are none on an image without a place, and on the maximum of a whole volume', () => {
    expect(cutOf(slice({ position: null }))).toBeNull();
    expect(cutOf(slice({ spacing: { columnMm: 1, rowMm: 1, of: 'imager' } }))).toBeNull();
    expect(cutOf(slice({ isMaximum: true, isWholeDepth: true }))).toBeNull();
  });

  it('are told between samples, and not where the volume does not reach', () => {
    const cut = cutOf(slice({ columns: 6, rows: 4, spacing: { columnMm: 1, rowMm: 1, of: 'patient' } }))!;
    expect([cut.stack.columns, cut.stack.rows]).toEqual([3, 2]);
    const values = Float32Array.from([1, 2, Number.NaN, 3, 4, Number.NaN]);
    const at = (x: number, y: number) => valueOnCut(cut, { values, isEmpty: false }, { x, y });
    expect(at(1, 1)).toBe(1);
    expect(at(3, 3)).toBe(4);
    expect(at(2, 2)).toBe(2.5);
    expect(at(0, 0)).toBe(1);
    expect(at(3.4, 1)).toBe(2);
    expect(at(5, 1)).toBeNull();
    expect([at(-0.1, 1), at(1, 4.1)]).toEqual([null, null]);
  });
});
