import { type BeforeStep, given } from '@duai/contract';
import type { DicomHeader } from '@duai/imaging';
import { connectedRuns, forEachRun, largestOf } from '../runs.ts';
import { conformed } from './conform.ts';
import { chained, type Grid, type Place, StepRefusal, scaled, stretchedTo, type Three, takenAt } from './grid.ts';
import { resize } from './resize.ts';
import { standardise } from './standardise.ts';

const SAME: Place = { scale: 1, offset: 0 };
/** Cosine above which rows or columns count as parallel to a body axis: 25°. */
const ALONG = 0.9;

/** Applies one step to the images. @throws StepRefusal if the images do not allow it */
export function applyBefore(grid: Grid, step: BeforeStep, header: DicomHeader | null): Grid {
  switch (step.step) {
    case 'orient':
      return oriented(grid, header);
    case 'conform':
      return conformed(grid, step, header);
    case 'resample':
      return resampled(grid, step.spacingMm);
    case 'resize':
      return resized(grid, [step.slices ?? grid.size[0], step.rows, step.columns]);
    case 'letterbox':
      return letterboxed(grid, step);
    case 'centre-square':
      return middleSquare(grid);
    case 'window': {
      const low = step.centre - step.width / 2;
      const values = grid.values.map((value) => Math.min(1, Math.max(0, (value - low) / step.width)));
      return { ...grid, values, possible: [0, 1] };
    }
    case 'crop-to-mask':
      return cropped(grid, step.above, step.marginMm ?? 0);
    case 'normalise':
      return normalised(grid, step.by);
  }
}

/** Orients the axes towards left, back and head (PS3.3 C.7.6.2.1.1: x to the left, y to the back, z to the head). */
function oriented(grid: Grid, header: DicomHeader | null): Grid {
  const o = header?.imageOrientationPatient;
  if (!o || Math.abs(o[0]) < ALONG || Math.abs(o[4]) < ALONG) throw new StepRefusal({ code: 'NOT_AXIAL', params: {} });
  // Slices are ordered along the normal, which points to the head if both in-plane axes point as required, or if neither
  // does.
  const turned = [o[0] * o[4] < 0, o[4] < 0, o[0] < 0] as const;
  const flip = (axis: 0 | 1 | 2): Place => (turned[axis] ? { scale: -1, offset: grid.size[axis] - 1 } : SAME);
  return takenAt(grid, grid.size, [flip(0), flip(1), flip(2)]);
}

function resampled(grid: Grid, [columnMm, rowMm, sliceMm]: Three<number>): Grid {
  const { spacingMm } = grid;
  if (!spacingMm) throw new StepRefusal({ code: 'NO_GEOMETRY', params: {} });
  const wished = [sliceMm, rowMm, columnMm] as const;
  const sizeOf = (axis: 0 | 1 | 2) => Math.max(1, Math.round((grid.size[axis] * spacingMm[axis]) / wished[axis]));
  const size = [sizeOf(0), sizeOf(1), sizeOf(2)] as const;
  return takenAt(grid, size, placesOf(grid.size, size));
}

const placesOf = (from: Three<number>, to: Three<number>): Three<Place> => [
  stretchedTo(from[0], to[0]),
  stretchedTo(from[1], to[1]),
  stretchedTo(from[2], to[2]),
];

/** Resizes an image with a triangle filter, which skips no pixels, and a volume linearly. */
function resized(grid: Grid, size: Three<number>): Grid {
  const at = placesOf(grid.size, size);
  if (grid.size[0] > 1 || size[0] > 1) return takenAt(grid, size, at);
  const [, rows, columns] = grid.size;
  const values = resize({ grey: grid.values, columns, rows }, size[2], size[1]);
  return { ...grid, values, size, spacingMm: scaled(grid.spacingMm, at), places: chained(grid.places, at) };
}

function letterboxed(grid: Grid, { columns, rows, fill }: { columns: number; rows: number; fill: number }): Grid {
  const [slices, ownRows, ownColumns] = grid.size;
  const share = Math.min(columns / ownColumns, rows / ownRows);
  const inner = [slices, atLeastOne(ownRows * share), atLeastOne(ownColumns * share)] as const;
  const small = resized(grid, inner);
  const [top, left] = [Math.floor((rows - inner[1]) / 2), Math.floor((columns - inner[2]) / 2)];
  const values = new Float32Array(slices * rows * columns).fill(fill);
  for (let line = 0; line < slices * inner[1]; line += 1) {
    const [slice, row] = [Math.floor(line / inner[1]), line % inner[1]];
    values.set(
      small.values.subarray(line * inner[2], (line + 1) * inner[2]),
      (slice * rows + top + row) * columns + left,
    );
  }
  const at = [SAME, { scale: 1, offset: -top }, { scale: 1, offset: -left }] as const;
  return { ...small, values, size: [slices, rows, columns], places: chained(small.places, at) };
}

function middleSquare(grid: Grid): Grid {
  const [slices, rows, columns] = grid.size;
  const side = Math.min(rows, columns);
  const from = (length: number): Place => ({ scale: 1, offset: Math.floor(length / 2) - Math.floor(side / 2) });
  return takenAt(grid, [slices, side, side], [SAME, from(rows), from(columns)]);
}

const atLeastOne = (value: number) => Math.max(1, Math.round(value));

function cropped(grid: Grid, above: number, marginMm: number): Grid {
  const [slices, rows, columns] = grid.size;
  const mask = Uint8Array.from(grid.values, (value) => (value > above ? 1 : 0));
  const runs = connectedRuns(mask, columns, rows, slices, true);
  const largest = largestOf(runs);
  if (largest.size === 0) throw new StepRefusal({ code: 'NOTHING_TO_CROP', params: { above } });
  const low: [number, number, number] = [slices, rows, columns];
  const high: [number, number, number] = [-1, -1, -1];
  forEachRun(runs, (line, start, end, root) => {
    if (root !== largest.root) return;
    const [first, last] = [
      [Math.floor(line / rows), line % rows, start],
      [Math.floor(line / rows), line % rows, end - 1],
    ] as const;
    for (const axis of [0, 1, 2] as const) {
      low[axis] = Math.min(low[axis], first[axis]);
      high[axis] = Math.max(high[axis], last[axis]);
    }
  });
  const sideOf = (axis: 0 | 1 | 2) => {
    const margin = grid.spacingMm ? Math.round(marginMm / grid.spacingMm[axis]) : 0;
    const from = Math.max(0, low[axis] - margin);
    return { length: Math.min(grid.size[axis] - 1, high[axis] + margin) - from + 1, at: { scale: 1, offset: from } };
  };
  const [z, y, x] = [sideOf(0), sideOf(1), sideOf(2)];
  return takenAt(grid, [z.length, y.length, x.length], [z.at, y.at, x.at]);
}

type Scale = Extract<BeforeStep, { step: 'normalise' }>['by'];

function normalised(grid: Grid, by: Scale): Grid {
  if (by.method === 'mean-and-spread') return { ...grid, values: standardise(grid.values) };
  if (by.method === 'share') return { ...grid, values: upToShare(grid.values, by.share), possible: [0, 1] };
  const [low, high] = grid.possible;
  const change =
    by.method === 'range'
      ? (value: number) => by.low + ((value - low) / (high - low)) * (by.high - by.low)
      : (value: number) => (value - by.mean) / by.spread;
  return { ...grid, values: grid.values.map(change), possible: [change(low), change(high)] };
}

/** The histogram has steps of 1/4096 of the range, as fine as a scanner's. */
const STEPS = 4096;

function upToShare(values: Float32Array, share: number): Float32Array {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (!(high > low)) return new Float32Array(values.length);
  const counts = new Uint32Array(STEPS + 1);
  for (const value of values) counts[Math.round(((value - low) / (high - low)) * STEPS)]! += 1;
  // The lowest value is the background.
  const [background, ...above] = counts;
  const others = values.length - given(background, 'the count of the lowest value');
  let [top, counted] = [0, 0];
  for (const count of above) {
    if (counted >= share * others) break;
    top += 1;
    counted += count;
  }
  const width = ((high - low) * top) / STEPS;
  return values.map((value) => Math.min(1, (value - low) / width));
}
