import type { BeforeStep } from '@duai/contract';
import type { DicomHeader } from '@duai/imaging';
import { describe, expect, it } from 'vitest';
import { answerOf, applyAfter, labelsOf } from './after.ts';
import { applyBefore } from './before.ts';
import { type Grid, gridOfImage } from './grid.ts';

const same = { scale: 1, offset: 0 };
const volume = (values: number[], size: [number, number, number]): Grid => ({
  values: Float32Array.from(values),
  size,
  spacingMm: [4, 2, 1],
  places: [same, same, same],
  possible: [-32_768, 32_767],
});
const pointing = (row: number, column: number) =>
  ({ imageOrientationPatient: [row, 0, 0, 0, column, 0] }) as unknown as DicomHeader;
const after = (grid: Grid, step: BeforeStep, header: DicomHeader | null = null) => applyBefore(grid, step, header);
/** The positions of the first and the last point of an axis in the source. */
const endsOf = ({ places, size }: Grid, axis: 0 | 1 | 2) =>
  [0, size[axis] - 1].map((at) => places[axis].scale * at + places[axis].offset);

describe('steps before a network', () => {
  it('orient turns axes to left, back and head, and remembers from where', () => {
    const grid = volume([1, 2, 3, 4, 5, 6, 7, 8], [2, 2, 2]);
    expect([...after(grid, { step: 'orient' }, pointing(1, 1)).values]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    // Columns run to the right, so the normal points to the feet and slices are reversed too.
    const turned = after(grid, { step: 'orient' }, pointing(-1, 1));
    expect([...turned.values]).toEqual([6, 5, 8, 7, 2, 1, 4, 3]);
    expect(([0, 1, 2] as const).map((axis) => endsOf(turned, axis))).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
    expect(() => after(grid, { step: 'orient' }, null)).toThrow('NOT_AXIAL');
  });

  it('resample goes by millimetres and keeps the edges', () => {
    const made = after(volume([0, 10, 20, 30], [1, 1, 4]), { step: 'resample', spacingMm: [2, 2, 4] });
    expect([made.size, [...made.values], made.spacingMm]).toEqual([
      [1, 1, 2],
      [5, 25],
      [4, 2, 2],
    ]);
    expect(endsOf(made, 2)).toEqual([0.5, 2.5]);
    const image = gridOfImage({ grey: Uint8Array.of(1), columns: 1, rows: 1 });
    expect(() => after(image, { step: 'resample', spacingMm: [1, 1, 1] })).toThrow('NO_GEOMETRY');
  });

  it('letterbox keeps the shape, and its places lead back to the film', () => {
    const film = gridOfImage({ grey: new Uint8Array(8).fill(100), columns: 4, rows: 2 });
    const made = after(film, { step: 'letterbox', columns: 4, rows: 4, fill: -1 });
    expect([...made.values]).toEqual([-1, -1, -1, -1, 100, 100, 100, 100, 100, 100, 100, 100, -1, -1, -1, -1]);
    expect(endsOf(made, 1)).toEqual([-1, 2]);
  });

  it('centre-square takes the middle of the longer side, and its places lead back to the film', () => {
    const grey = Uint8Array.from({ length: 10 }, (_, at) => at);
    const wide = after(gridOfImage({ grey, columns: 5, rows: 2 }), { step: 'centre-square' });
    expect([[...wide.values], wide.size, endsOf(wide, 2)]).toEqual([
      [1, 2, 6, 7],
      [1, 2, 2],
      [1, 2],
    ]);
    const high = after(gridOfImage({ grey, columns: 2, rows: 5 }), { step: 'centre-square' });
    expect([[...high.values], endsOf(high, 1)]).toEqual([
      [2, 3, 4, 5],
      [1, 2],
    ]);
  });

  it('window and scale by range are what the published formula says', () => {
    const windowed = after(volume([-1000, -600, 0], [1, 1, 3]), { step: 'window', centre: -600, width: 800 });
    expect([...windowed.values]).toEqual([0, 0.5, 1]);
    // torchxrayvision: 2 · value / 255 − 1, times 1024.
    const film = gridOfImage({ grey: Uint8Array.of(0, 51, 255), columns: 3, rows: 1 });
    const scaled = after(film, { step: 'normalise', by: { method: 'range', low: -1024, high: 1024 } });
    expect([...scaled.values].map(Math.round)).toEqual([-1024, -614, 1024]);
  });

  it('crop to mask takes the largest connected part with its margin', () => {
    const grid = volume([9, 0, 0, 9, 9, 9, 0, 0], [1, 1, 8]);
    const made = after(grid, { step: 'crop-to-mask', above: 5, marginMm: 1 });
    expect([[...made.values], endsOf(made, 2)]).toEqual([
      [0, 9, 9, 9, 0],
      [2, 6],
    ]);
    expect(() => after(grid, { step: 'crop-to-mask', above: 50 })).toThrow('NOTHING_TO_CROP');
  });
});

describe('steps after a network', () => {
  const dims = [1, 2, 1, 5];
  const answer = answerOf('y', { data: Float32Array.from([0, 2, 2, 0, 2, 1, 1, 1, 1, 1]), dims }, dims);

  it('softmax adds up to one over the channels; argmax and the largest part give labels', () => {
    const shares = applyAfter(answer, { step: 'softmax' }).numbers;
    expect(shares[1]! + shares[6]!).toBeCloseTo(1, 6);
    expect(shares[1]).toBeCloseTo(Math.E / (Math.E + 1), 6);
    expect([...labelsOf(applyAfter(answer, { step: 'argmax' }))]).toEqual([1, 0, 0, 1, 0]);
    const above = applyAfter(answer, { step: 'threshold', at: 2 });
    expect([...labelsOf(above)]).toEqual([0, 1, 1, 0, 1]);
    expect([...labelsOf(applyAfter(above, { step: 'largest-component' }))]).toEqual([0, 1, 1, 0, 0]);
    expect(() => labelsOf(answer)).toThrow('argmax');
  });

  it('another shape, a missing output and numbers that are none are errors', () => {
    const data = Float32Array.from([1, 2]);
    expect(() => answerOf('y', undefined, [1, 2])).toThrow('no output y');
    expect(() => answerOf('y', { data, dims: [2, 1] }, [1, 2])).toThrow('2 × 1, not 1 × 2');
    expect(() => answerOf('y', { data: Float32Array.of(1, Number.NaN), dims: [1, 2] }, [1, 2])).toThrow('none');
  });
});
