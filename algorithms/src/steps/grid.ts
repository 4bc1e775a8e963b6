import type { AnalysisReason } from '@duai/contract';
import type { Volume } from '@duai/imaging';
import type { GreyImage } from '../algorithm.ts';

/** For one axis: point `at` of the grid is at `scale · at + offset` in voxels of the source. */
export interface Place {
  scale: number;
  offset: number;
}

export type Three<T> = readonly [T, T, T];

/** Rows of a 3 × 4 matrix: point = matrix · (slice, row, column, 1). */
export type Affine = Three<readonly [number, number, number, number]>;

/** Values on slices × rows × columns, with the positions of these points in the source images. */
export interface Grid {
  /** Index = (slice · rows + row) · columns + column. */
  values: Float32Array;
  size: Three<number>;
  /** Between slices, rows and columns; null for images without a physical scale. */
  spacingMm: Three<number> | null;
  places: Three<Place>;
  /** Set by the step conform: converts voxels of the images to points of the cube; `places` then refers to the cube. */
  inCube?: Affine;
  /** Lowest and highest possible value, which scaling by range refers to. */
  possible: readonly [number, number];
}

const SAME: Place = { scale: 1, offset: 0 };

/** The grid of an image as it opens. */
export const gridOfImage = ({ grey, columns, rows }: Pick<GreyImage, 'grey' | 'columns' | 'rows'>): Grid => ({
  values: Float32Array.from(grey),
  size: [1, rows, columns],
  spacingMm: null,
  places: [SAME, SAME, SAME],
  possible: [0, 255],
});

export function gridOfVolume({ values, slices, rows, columns, spacingMm }: Volume): Grid {
  return {
    values: Float32Array.from(values),
    size: [slices, rows, columns],
    spacingMm: [spacingMm[2], spacingMm[1], spacingMm[0]],
    places: [SAME, SAME, SAME],
    possible: [-32_768, 32_767],
  };
}

/** The images cannot be converted to the network's input: not evaluable, for this reason. */
export class StepRefusal extends Error {
  readonly reason: AnalysisReason;

  constructor(reason: AnalysisReason) {
    super(reason.code);
    this.reason = reason;
  }
}

/**
 * Resamples the grid: along each axis, point `at` is taken from `scale · at + offset` of the previous grid, by linear
 * interpolation; beyond its ends the last point is used.
 */
export function takenAt(grid: Grid, size: Three<number>, at: Three<Place>): Grid {
  const [, rows, columns] = grid.size;
  const taps = ([0, 1, 2] as const).map((axis) => tapsOf(grid.size[axis], size[axis], at[axis]));
  const [through, down, across] = taps as [Tap[], Tap[], Tap[]];
  const values = new Float32Array(size[0] * size[1] * size[2]);
  let to = 0;
  for (const z of through)
    for (const y of down) {
      const lines = [
        [(z.first * rows + y.first) * columns, (1 - z.share) * (1 - y.share)],
        [(z.first * rows + y.next) * columns, (1 - z.share) * y.share],
        [(z.next * rows + y.first) * columns, z.share * (1 - y.share)],
        [(z.next * rows + y.next) * columns, z.share * y.share],
      ] as const;
      for (const x of across) {
        let sum = 0;
        for (const [line, weight] of lines)
          if (weight > 0)
            sum += weight * ((1 - x.share) * grid.values[line + x.first]! + x.share * grid.values[line + x.next]!);
        values[to] = sum;
        to += 1;
      }
    }
  return { ...grid, values, size, spacingMm: scaled(grid.spacingMm, at), places: chained(grid.places, at) };
}

interface Tap {
  first: number;
  next: number;
  /** Weight of the next point. */
  share: number;
}

const tapsOf = (from: number, to: number, { scale, offset }: Place): Tap[] =>
  Array.from({ length: to }, (_, at) => {
    const place = Math.min(from - 1, Math.max(0, scale * at + offset));
    const first = Math.floor(place);
    return { first, next: Math.min(from - 1, first + 1), share: place - first };
  });

/** Composes positions: those of a grid that was resampled from another one, in the other one's source. */
export const chained = (before: Three<Place>, at: Three<Place>): Three<Place> => {
  const of = (axis: 0 | 1 | 2): Place => ({
    scale: before[axis].scale * at[axis].scale,
    offset: before[axis].scale * at[axis].offset + before[axis].offset,
  });
  return [of(0), of(1), of(2)];
};

export const scaled = (spacingMm: Grid['spacingMm'], at: Three<Place>): Grid['spacingMm'] =>
  spacingMm && [
    Math.abs(spacingMm[0] * at[0].scale),
    Math.abs(spacingMm[1] * at[1].scale),
    Math.abs(spacingMm[2] * at[2].scale),
  ];

/** Keeps the outer edges of the first and the last voxel: the centre of point `at` of `to` points, among `from`. */
export const stretchedTo = (from: number, to: number): Place => ({ scale: from / to, offset: (from / to - 1) / 2 });
