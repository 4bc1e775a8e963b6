import { describe, expect, it } from 'vitest';
import { dot, type Vector } from '../room/planes.ts';
import { project } from './project.ts';
import { middlePlaneOf, PLANE_KINDS, type PlaneStack, resample, stackOf, type VolumeShape } from './resample.ts';
import { STRAIGHT, type Turn } from './turn.ts';

const shape = (change: Partial<VolumeShape> = {}): VolumeShape => ({
  columns: 12,
  rows: 10,
  slices: 8,
  origin: [-11, -9, -7],
  toColumn: [2, 0, 0],
  toRow: [0, 2, 0],
  toSlice: [0, 0, 2],
  ...change,
});
/** The same numbers each time, of no pattern. */
const volumeOf = (of: VolumeShape) => {
  let state = 7;
  const voxels = Int16Array.from({ length: of.columns * of.rows * of.slices }, () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state % 3000) - 1000;
  });
  return { shape: of, voxels, least: Math.min(...voxels) };
};
const voxelsOf = ({ shape: of, voxels }: ReturnType<typeof volumeOf>) =>
  Array.from(voxels, (value, at) => {
    const [column, row, slice] = [
      at % of.columns,
      Math.floor(at / of.columns) % of.rows,
      Math.floor(at / of.columns / of.rows),
    ];
    const place = [0, 1, 2].map(
      (axis) => of.origin[axis]! + column * of.toColumn[axis]! + row * of.toRow[axis]! + slice * of.toSlice[axis]!,
    ) as unknown as Vector;
    return { value, place };
  });
/** Where a place lies on a plane, in pixels from the centre of the first one. */
const onPlane = (place: Vector, { origin, across, down, mm }: PlaneStack) => {
  const from = place.map((part, axis) => part - origin[axis]!) as unknown as Vector;
  return { x: dot(from, across) / mm, y: dot(from, down) / mm };
};

const OBLIQUE: Turn = { nod: 20, lean: -35, twist: 50 };
const VOLUMES: readonly [string, VolumeShape, Turn][] = [
  ['straight', shape(), STRAIGHT],
  ['oblique', shape(), OBLIQUE],
  ['oblique, of thick slices', shape({ toSlice: [0, 0, 7] }), OBLIQUE],
  ['from head to feet, with a tilted gantry', shape({ toSlice: [0, 0.5, -2] }), { ...STRAIGHT, twist: 30 }],
  [
    'of sagittal slices',
    shape({ toColumn: [0, 2, 0], toRow: [0, 0, -2], toSlice: [3, 0, 0] }),
    { ...STRAIGHT, nod: 10 },
  ],
];

describe('the maximum of a whole volume', () => {
  it('straight: each pixel is the largest of the voxels behind it, counted by hand', () => {
    const volume = volumeOf(shape());
    for (const kind of PLANE_KINDS) {
      const plane = middlePlaneOf(stackOf(volume.shape, kind));
      const wanted = new Int32Array(plane.columns * plane.rows).fill(-32_768);
      for (const { value, place } of voxelsOf(volume)) {
        const { x, y } = onPlane(place, plane);
        expect([x % 1, y % 1]).toEqual([0, 0]);
        wanted[y * plane.columns + x] = Math.max(wanted[y * plane.columns + x]!, value);
      }
      expect(project(volume, plane)).toEqual(wanted);
    }
  });

  it.each(VOLUMES)(
    '%s: no voxel is missed, each in its place, and nothing is brighter than what lies there',
    (_, of, turn) => {
      const volume = volumeOf(of);
      const voxels = voxelsOf(volume);
      for (const kind of PLANE_KINDS) {
        const plane = middlePlaneOf(stackOf(volume.shape, kind, turn));
        const values = project(volume, plane);
        const placed = voxels.map(({ value, place }) => ({ value, ...onPlane(place, plane) }));
        // A voxel is drawn at most half of one aside, in two directions, in the pixel that it falls into.
        const side = Math.max(...[of.toColumn, of.toRow, of.toSlice].map((one) => Math.hypot(...one))) / plane.mm;
        const near = side * Math.SQRT1_2 + Math.SQRT1_2;
        for (const { value, x, y } of placed) {
          let most = volume.least;
          for (let row = Math.max(0, Math.ceil(y - near)); row <= Math.min(plane.rows - 1, y + near); row += 1)
            for (
              let column = Math.max(0, Math.ceil(x - near));
              column <= Math.min(plane.columns - 1, x + near);
              column += 1
            )
              most = Math.max(most, values[row * plane.columns + column]!);
          expect(most).toBeGreaterThanOrEqual(value);
        }
        // Between lines, up to one voxel further.
        const reach = near + side * Math.SQRT2;
        values.forEach((value, at) => {
          const [column, row] = [at % plane.columns, Math.floor(at / plane.columns)];
          const behind = placed.filter(({ x, y }) => Math.hypot(x - column, y - row) <= reach);
          expect(value).toBeLessThanOrEqual(Math.max(volume.least, ...behind.map((one) => one.value)));
        });
      }
    },
  );

  it('tells a single bright voxel with its own value from each side, where samples along the normal miss it', () => {
    const of = shape({ toSlice: [0, 0, 5] });
    const voxels = new Int16Array(12 * 10 * 8);
    voxels[(4 * 10 + 3) * 12 + 5] = 1000;
    const volume = { shape: of, voxels, least: 0 };
    for (const kind of PLANE_KINDS) {
      const stack = stackOf(of, kind, OBLIQUE);
      const plane = middlePlaneOf(stack);
      const values = project(volume, plane);
      const at = values.indexOf(1000);
      // Column 5, row 3, slice 4: 2 mm, 2 mm and 5 mm to each.
      const { x, y } = onPlane([-11 + 5 * 2, -9 + 3 * 2, -7 + 4 * 5], plane);
      expect(Math.hypot((at % plane.columns) - x, Math.floor(at / plane.columns) - y)).toBeLessThanOrEqual(2.5);
      expect(Math.max(...resample(volume, stack, Math.floor(stack.count / 2), 1000))).toBeLessThan(1000);
    }
  });

  it('has no holes, and between thick slices what is interpolated between their maxima', () => {
    const thick = shape({ toSlice: [0, 0, 8] });
    const even = { shape: thick, voxels: new Int16Array(12 * 10 * 8).fill(7), least: 0 };
    for (const kind of PLANE_KINDS) {
      const plane = middlePlaneOf(stackOf(thick, kind, OBLIQUE));
      const middle = project(even, plane).filter((_, at) => {
        const [x, y] = [(at % plane.columns) - plane.columns / 2, Math.floor(at / plane.columns) - plane.rows / 2];
        return Math.hypot(x, y) < 4;
      });
      expect(new Set(middle)).toEqual(new Set([7]));
    }
    // Slices of one value each, 100 more from one to the next; four rows of 2 mm from slice to slice, the first 1 mm above it.
    const ramp = { ...even, voxels: Int16Array.from({ length: 12 * 10 * 8 }, (_, at) => 100 * Math.floor(at / 120)) };
    const plane = middlePlaneOf(stackOf(thick, 'coronal'));
    const values = project(ramp, plane);
    const column = Array.from({ length: plane.rows }, (_, row) => values[row * plane.columns]!);
    // A slice that lies between two rows is shown with its own value in the lower one.
    expect(column.slice(0, 8)).toEqual([700, 700, 700, 663, 638, 613, 600, 563]);
  });

  it('keeps to the size of a plane where its pixels are larger than voxels', () => {
    const long = shape({ columns: 2048, rows: 2, slices: 2 });
    const voxels = new Int16Array(2048 * 4);
    voxels[1001] = 1000;
    const plane = middlePlaneOf(stackOf(long, 'coronal'));
    expect(plane.columns).toBe(1024);
    const values = project({ shape: long, voxels, least: 0 }, plane);
    expect(values.indexOf(1000) % 1024).toBe(500);
  });
});
