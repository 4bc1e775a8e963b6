import type { DicomHeader } from '@duai/imaging';
import { describe, expect, it } from 'vitest';
import { type Answer, applyAfter } from './after.ts';
import { applyBefore } from './before.ts';
import type { Grid } from './grid.ts';

const same = { scale: 1, offset: 0 };
const volume = (
  values: ArrayLike<number>,
  size: [number, number, number],
  mm: [number, number, number] = [1, 1, 1],
): Grid => ({
  values: Float32Array.from(values),
  size,
  spacingMm: mm,
  places: [same, same, same],
  possible: [-32_768, 32_767],
});
const pointing = (orientation: number[]) => ({ imageOrientationPatient: orientation }) as unknown as DicomHeader;
const AXIAL = pointing([1, 0, 0, 0, 1, 0]);
const cube = (side: number, axes: 'LIA' | 'LPS' = 'LPS') => ({ step: 'conform', side, spacingMm: 1, axes }) as const;

describe('conform', () => {
  const numbers = Array.from({ length: 27 }, (_, at) => at);

  it('leaves a cube alone that is one already, and turns axes to the sides of the person', () => {
    // Axial slices run to the head, rows to the back, columns to the left: S, P, L.
    const head = applyBefore(volume(numbers, [3, 3, 3]), cube(3), AXIAL);
    // Slices of the cube run to the left (columns of the images), rows to the back, columns to the head (slices of the
    // images).
    const at = (slice: number, row: number, column: number) => head.values[(slice * 3 + row) * 3 + column];
    expect([at(0, 0, 0), at(2, 0, 0), at(0, 2, 0), at(0, 0, 2)]).toEqual([0, 2, 6, 18]);
  });

  it('gives the same cube of axial and of sagittal slices of one volume', () => {
    const axial = applyBefore(volume(numbers, [3, 3, 3]), cube(5, 'LIA'), AXIAL);
    // Sagittal: rows run to the feet and columns to the back, so slices along the normal run to the right.
    const sagittal = Array.from({ length: 27 }, (_, at) => {
      const [left, feet, back] = [2 - Math.floor(at / 9), Math.floor(at / 3) % 3, at % 3];
      return numbers[((2 - feet) * 3 + back) * 3 + left]!;
    });
    const made = applyBefore(volume(sagittal, [3, 3, 3]), cube(5, 'LIA'), pointing([0, 1, 0, 0, 0, -1]));
    expect([...made.values]).toEqual([...axial.values]);
    expect(made.values.reduce((sum, value) => sum + value, 0)).toBe(351);
  });

  it('goes by millimetres, about the centre, and says from which voxel a point is', () => {
    const made = applyBefore(volume([0, 10, 20, 30], [1, 1, 4], [1, 1, 2]), cube(8), AXIAL);
    // Columns are 2 mm apart and run to the left, like the slices of the cube. The centre 1.5 of the columns is 3.5 of the
    // cube.
    const line = Array.from({ length: 8 }, (_, slice) => made.values[(slice * 8 + 3) * 8 + 3]);
    expect(line).toEqual(new Array(8).fill(0));
    const [along] = made.inCube!;
    expect([0, 3].map((column) => along[2] * column + along[3])).toEqual([0.5, 6.5]);
    expect(() => applyBefore(volume([1], [1, 1, 1]), cube(8), null)).toThrow('NO_GEOMETRY');
  });
});

it('normalise by share cuts off the brightest and leaves the background at 0', () => {
  const values = [...new Array(500).fill(-10), ...Array.from({ length: 1000 }, (_, at) => at), 50_000];
  const made = applyBefore(
    volume(values, [1, 1, values.length]),
    { step: 'normalise', by: { method: 'share', share: 0.999 } },
    null,
  ).values;
  expect([made[0], made.at(-1)]).toEqual([0, 1]);
  expect(made[1499]).toBeGreaterThan(0.97);
});

describe('labels', () => {
  const answer = (numbers: number[], points: [number, number, number]): Answer => ({
    numbers: Float32Array.from(numbers),
    channels: 1,
    points,
    labels: null,
    hasVolumes: false,
  });

  it('labels are the numbers; together only the largest part of all is kept', () => {
    const labelled = applyAfter(answer([1, 2, 0, 1, 0, 0], [1, 1, 6]), { step: 'labels' });
    expect([...labelled.labels!]).toEqual([1, 2, 0, 1, 0, 0]);
    expect([...applyAfter(labelled, { step: 'largest-component', together: true }).labels!]).toEqual([
      1, 2, 0, 0, 0, 0,
    ]);
  });

  it('plausible refuses too few and too many points', () => {
    const labelled = applyAfter(answer([1, 1, 0], [1, 1, 3]), { step: 'labels' });
    expect(applyAfter(labelled, { step: 'plausible', least: 2, most: 2 })).toBe(labelled);
    expect(() => applyAfter(labelled, { step: 'plausible', least: 3, most: 9 })).toThrow('NOT_PLAUSIBLE');
    expect(() => applyAfter(labelled, { step: 'plausible', least: 0, most: 1 })).toThrow('NOT_PLAUSIBLE');
  });

  it('sides finds a tilted plane in the middle of pairs of unequal size, the larger one on either side', () => {
    const size: [number, number, number] = [60, 40, 40];
    const numbers = new Array<number>(60 * 40 * 40).fill(0);
    /** Midplane of the head at this position: 30 + 0.2 · (row − 20) + 0.1 · (column − 20). */
    const middle = (row: number, column: number) => 30 + 0.2 * (row - 20) + 0.1 * (column - 20);
    const ball = (label: number, row: number, column: number, away: number, radius: number) => {
      const slice = Math.round(middle(row, column) + away);
      for (let z = -radius; z <= radius; z += 1)
        for (let y = -radius; y <= radius; y += 1)
          for (let x = -radius; x <= radius; x += 1)
            if (z * z + y * y + x * x <= radius * radius)
              numbers[((slice + z) * 40 + row + y) * 40 + column + x] = label;
    };
    for (const [label, row, column] of [
      [1, 10, 10],
      [2, 30, 10],
      [3, 10, 30],
      [4, 30, 30],
    ] as const) {
      ball(label, row, column, 8, label === 2 ? 5 : 3);
      ball(label, row, column, -8, label === 4 ? 5 : 3);
    }
    ball(9, 20, 20, 0, 2);
    const labelled = applyAfter(answer(numbers, size), { step: 'labels' });
    const sided = applyAfter(labelled, { step: 'sides', paired: [1, 2, 3, 4], add: 100, left: 'last' }).labels!;
    const count = (label: number) => sided.reduce((sum, each) => sum + Number(each === label), 0);
    const [small, large] = [123, 515];
    expect([1, 2, 3, 4].map((label) => [count(label), count(label + 100)])).toEqual([
      [small, small],
      [large, small],
      [small, small],
      [small, large],
    ]);
    expect([count(9), count(109)]).toEqual([33, 0]);
  });
});
