import { describe, expect, it } from 'vitest';
import { dot, type ImagePlane, plus, type Vector } from '../room/planes.ts';
import {
  isWithin,
  MOST_VOLUME_BYTES,
  resample,
  shapeOf,
  stackOf,
  thinned,
  thinningOf,
  type VolumeShape,
} from './resample.ts';
import { degreesIn, STRAIGHT, turned } from './turn.ts';

/** Slices of 2 mm pixels, 4 mm apart, from feet to head. */
const slice = (z: number, change: Partial<ImagePlane> = {}): ImagePlane => ({
  origin: [-15, -15, z],
  across: [1, 0, 0],
  down: [0, 1, 0],
  columns: 16,
  rows: 16,
  columnMm: 2,
  rowMm: 2,
  frameOfReferenceUid: '1',
  ...change,
});
const planes = Array.from({ length: 8 }, (_, index) => slice(index * 4));
const shape = shapeOf(planes) as VolumeShape;
/** A value that grows by 1 per mm to the left, 10 to the back and 100 to the head, so a plane's values show its position. */
const ramp = (x: number, y: number, z: number) => Math.round(x + 10 * y + 100 * z);
const volume = {
  shape,
  least: -32_768,
  voxels: Int16Array.from({ length: 16 * 16 * 8 }, (_, at) =>
    ramp(-15 + 2 * (at % 16), -15 + 2 * (Math.floor(at / 16) % 16), 4 * Math.floor(at / 256)),
  ),
};

describe('a volume', () => {
  it('is made of parallel slices in even steps, and of nothing else', () => {
    expect(shape).toMatchObject({ slices: 8, toSlice: [0, 0, 4], toColumn: [2, 0, 0], toRow: [0, 2, 0] });
    expect(shapeOf(planes.slice(0, 3))).toBe('few');
    expect(shapeOf([...planes.slice(0, 5), slice(22), ...planes.slice(6)])).toBe('gaps');
    expect(shapeOf([...planes.slice(0, 7), slice(28, { rows: 8 })])).toBe('sizes');
    expect(shapeOf([...planes.slice(0, 7), slice(28, { columnMm: 2.1 })])).toBe('sizes');
    expect(shapeOf([...planes.slice(0, 7), slice(28, { down: [0, 0, 1] })])).toBe('directions');
    expect(shapeOf([...planes.slice(0, 7), null])).toBe('unplaced');
    // The same slice repeated is not a volume, nor are two times of it.
    expect(shapeOf([1, 1, 1, 1].map(() => slice(0)))).toBe('repeated');
    expect(shapeOf([...planes, ...planes])).toBe('repeated');
    expect(shapeOf(planes.flatMap((plane) => [plane, plane]))).toBe('repeated');
  });

  it('is refused for one missing slice of 300, wherever it is, and not for positions that are rounded to a tenth', () => {
    const all = Array.from({ length: 300 }, (_, index) => slice(index * 0.625));
    for (const missing of [1, 30, 150, 270, 298])
      for (const mm of [0.2, 1, 8]) {
        const scaled = all.map((_, index) => slice(index * mm));
        expect(shapeOf(scaled.toSpliced(missing, 1)), `without ${missing}`).toBe('gaps');
      }
    expect(shapeOf(all.map((_, index) => slice(Number((index * 0.33).toFixed(1)))))).toMatchObject({ slices: 300 });
    // From head to feet, and with a tilted gantry: each slice is shifted by its distance.
    expect(shapeOf(all.toReversed())).toMatchObject({ slices: 300, origin: [-15, -15, 299 * 0.625] });
    const tilted = shapeOf(
      all.map((_, index) => slice(index * 0.625, { origin: [-15, -15 + index * 0.1, index * 0.625] })),
    );
    expect((tilted as VolumeShape).toSlice[1]).toBeCloseTo(0.1, 9);
  });

  it('of 4,000 slices is thinned out until it fits', () => {
    const large = { ...shape, columns: 512, rows: 512, slices: 4000 };
    const by = thinningOf(large);
    const { columns, rows, slices, toColumn } = thinned(large, by);
    expect(columns * rows * slices * 2).toBeLessThanOrEqual(MOST_VOLUME_BYTES);
    expect([by, columns, toColumn]).toEqual([2, 256, [4, 0, 0]]);
    expect(thinningOf({ ...large, slices: 500 })).toBe(1);
  });
});

describe('planes of a volume', () => {
  it.each(['axial', 'coronal', 'sagittal'] as const)('%s: each pixel shows what lies there in the patient', (kind) => {
    const stack = stackOf(shape, kind);
    const index = Math.floor(stack.count / 2);
    const values = resample(volume, stack, index, 0);
    const [column, row] = [Math.floor(stack.columns / 2), Math.floor(stack.rows / 2)];
    const place = [0, 1, 2].map(
      (axis) =>
        stack.origin[axis]! +
        stack.mm * (column * stack.across[axis]! + row * stack.down[axis]! + index * stack.step[axis]!),
    );
    expect(values[row * stack.columns + column]).toBe(ramp(place[0]!, place[1]!, place[2]!));
    // From edge to edge of the volume: 32 mm in each direction.
    expect([stack.columns * stack.mm, stack.rows * stack.mm, stack.count * stack.mm]).toEqual([32, 32, 32]);
  });

  it.each(['axial', 'coronal', 'sagittal'] as const)(
    '%s, turned by hand: each pixel within shows what lies there',
    (kind) => {
      const stack = stackOf(shape, kind, { nod: 20, lean: -35, twist: 50 });
      const index = Math.floor(stack.count / 2);
      const values = resample(volume, stack, index, 0);
      let compared = 0;
      for (let row = 0; row < stack.rows; row += 1)
        for (let column = 0; column < stack.columns; column += 1) {
          const [x = 0, y = 0, z = 0] = [0, 1, 2].map(
            (axis) =>
              stack.origin[axis]! +
              stack.mm * (column * stack.across[axis]! + row * stack.down[axis]! + index * stack.step[axis]!),
          );
          // Away from the edge, where a voxel has neighbours on both sides.
          if (Math.abs(x) > 14 || Math.abs(y) > 14 || z < 1 || z > 27) continue;
          compared += 1;
          expect(Math.abs(values[row * stack.columns + column]! - (x + 10 * y + 100 * z))).toBeLessThanOrEqual(1);
        }
      expect(compared).toBeGreaterThan(50);
      expect(dot(stack.step, stackOf(shape, kind).step)).toBeLessThan(0.95);
      for (const [one, other] of [
        [stack.across, stack.down],
        [stack.down, stack.step],
        [stack.step, stack.across],
      ] as const)
        expect(Math.abs(dot(one, other))).toBeLessThan(1e-9);
    },
  );

  it('are turned about the axes of the patient, the front up for a nod backwards', () => {
    const close = (found: Vector, wanted: Vector) => {
      for (const [at, part] of found.entries()) expect(part).toBeCloseTo(wanted[at]!, 9);
    };
    close(turned([0, 1, 0], { ...STRAIGHT, nod: 90 }), [0, 0, 1]);
    close(turned([0, 0, 1], { ...STRAIGHT, lean: 90 }), [1, 0, 0]);
    close(turned([1, 0, 0], { ...STRAIGHT, twist: 90 }), [0, 1, 0]);
    expect([degreesIn('12.4'), degreesIn('−'), degreesIn('400'), degreesIn('-91')]).toEqual([12, 0, 90, -90]);
  });

  it('follow each other as the slices of their series do, where they lie along these', () => {
    const { origin, toSlice } = shape;
    const last = plus(origin, toSlice, shape.slices - 1);
    const back: VolumeShape = { ...shape, origin: last, toSlice: plus([0, 0, 0], toSlice, -1) };
    for (const turn of [STRAIGHT, { nod: 60, lean: -50, twist: 0 }]) {
      const [up, down] = [stackOf(shape, 'axial', turn), stackOf(back, 'axial', turn)];
      const ends = plus(up.origin, up.step, up.mm * (up.count - 1));
      for (const axis of [0, 1, 2]) {
        expect(down.step[axis]).toBeCloseTo(-up.step[axis]!, 9);
        // The last plane lies less than half a step before the end of the volume.
        expect(Math.abs(down.origin[axis]! - ends[axis]!)).toBeLessThan(up.mm / 2);
      }
      for (const kind of ['coronal', 'sagittal'] as const)
        expect(stackOf(back, kind, turn)).toEqual(stackOf(shape, kind, turn));
    }
  });

  it('coronal: head at the top, the left of the patient at the right', () => {
    const stack = stackOf(shape, 'coronal');
    const values = resample(volume, stack, 8, 0);
    expect(values[0]! > values[(stack.rows - 1) * stack.columns]!).toBe(true);
    expect(values[stack.columns - 1]! > values[0]!).toBe(true);
  });

  it('with a slab show the largest value within it', () => {
    const stack = stackOf(shape, 'axial');
    const thin = resample(volume, stack, 8, 0);
    const thick = resample(volume, stack, 8, 8);
    const above = resample(volume, stack, 10, 0);
    expect([...thick]).toEqual([...above]);
    expect(thick[0]! > thin[0]!).toBe(true);
  });

  it('with a slab reach half its thickness to each side, also where a voxel is thicker', () => {
    const cube: VolumeShape = { ...shape, columns: 9, rows: 9, slices: 9, toColumn: [4, 0, 0], toRow: [0, 4, 0] };
    const voxels = new Int16Array(9 ** 3);
    voxels[(4 * 9 + 4) * 9 + 4] = 1000;
    for (const kind of ['axial', 'coronal', 'sagittal'] as const) {
      const stack = stackOf(cube, kind);
      const largest = (slabMm: number) =>
        Array.from({ length: stack.count }, (_, index) =>
          Math.max(...resample({ shape: cube, voxels, least: 0 }, stack, index, slabMm)),
        );
      // Planes lie 4 mm apart; what is interpolated falls to 0 within 4 mm of the bright voxel.
      expect(largest(0)).toEqual([0, 0, 0, 0, 1000, 0, 0, 0, 0]);
      expect(largest(2)).toEqual([0, 0, 0, 250, 1000, 250, 0, 0, 0]);
      expect(largest(5)).toEqual([0, 0, 0, 625, 1000, 625, 0, 0, 0]);
      expect(largest(10)).toEqual([0, 0, 250, 1000, 1000, 1000, 250, 0, 0]);
    }
  });

  it('of slices that lie obliquely show nothing outside them', () => {
    const tilted = shapeOf(
      Array.from({ length: 8 }, (_, index) =>
        slice(0, { across: [0.8, 0.6, 0], down: [0, 0, -1], origin: [0.6 * index * 4, -0.8 * index * 4, 0] }),
      ),
    ) as VolumeShape;
    const stack = stackOf(tilted, 'axial');
    const values = resample({ shape: tilted, least: -5, voxels: new Int16Array(16 * 16 * 8).fill(7) }, stack, 5, 0);
    expect(values[0]).toBe(-5);
    expect(new Set(values)).toEqual(new Set([-5, 7]));
  });
});

describe('beyond the volume a plane shows nothing', () => {
  it('where no voxel lies in its depth, to the outer edges of the voxels', () => {
    const turn = { nod: 0, lean: 0, twist: 45 };
    const stack = stackOf(shape, 'axial', turn);
    const middle = Math.floor(stack.columns / 2);
    const corner = isWithin(shape, stack, 3, 0);
    expect([corner(0, 0), corner(middle, middle), corner(middle, 0), corner(0, middle)]).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(corner(1, 1)).toBe(false);
    // Above the last slice, whose upper edge is at 30 mm; a slab reaches down to it.
    const straight = { ...stackOf(shape, 'axial'), origin: [-15, -15, 31] as const };
    expect(isWithin(shape, straight, 0, 0)(3, 3)).toBe(false);
    expect(isWithin(shape, straight, 0, 2)(3, 3)).toBe(true);
  });
});
