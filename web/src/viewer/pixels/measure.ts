import type { Point } from '../gestures.ts';
import type { Spacing } from './describe-pixels.ts';
import { type FrameValues, valueAt } from './frame-values.ts';

export const MEASURES = ['length', 'angle', 'ellipse', 'rectangle', 'probe'] as const;
export type Measure = (typeof MEASURES)[number];

/** One measurement on a frame; points in columns and rows of the image: a pixel's middle is at a half. */
export interface Measurement {
  readonly id: number;
  readonly measure: Measure;
  readonly points: readonly Point[];
}

/** How many points each needs; an angle has its corner in the middle. */
export const POINTS: Record<Measure, number> = { length: 2, angle: 3, ellipse: 2, rectangle: 2, probe: 1 };

export interface RegionStatistics {
  readonly pixels: number;
  readonly mean: number;
  /** Of the pixels as a whole, not a sample. */
  readonly deviation: number;
  readonly least: number;
  readonly most: number;
}

/** Without spacing in pixels: no figure in mm where nobody knows how large a pixel is. */
export function lengthOf([from, to]: readonly Point[], spacing: Spacing | null): { value: number; unit: 'mm' | 'px' } {
  if (!from || !to) return { value: 0, unit: spacing ? 'mm' : 'px' };
  const [across, down] = spacing ? [spacing.columnMm, spacing.rowMm] : [1, 1];
  return { value: Math.hypot((to.x - from.x) * across, (to.y - from.y) * down), unit: spacing ? 'mm' : 'px' };
}

/** Degrees between the two legs from the middle point; with pixels that are not square they are made so first. */
export function angleOf([one, corner, other]: readonly Point[], pixelAspect: number): number {
  if (!one || !corner || !other) return 0;
  const leg = (to: Point) => Math.atan2((to.y - corner.y) * pixelAspect, to.x - corner.x);
  const between = Math.abs(leg(one) - leg(other));
  return (Math.min(between, 2 * Math.PI - between) * 180) / Math.PI;
}

/** mm² or pixels of the box between two corners, or of the ellipse in it. */
export function areaOf(measure: 'ellipse' | 'rectangle', [from, to]: readonly Point[], spacing: Spacing | null) {
  if (!from || !to) return { value: 0, unit: spacing ? 'mm²' : 'px²' };
  const pixels = Math.abs(to.x - from.x) * Math.abs(to.y - from.y) * (measure === 'ellipse' ? Math.PI / 4 : 1);
  return spacing ? { value: pixels * spacing.columnMm * spacing.rowMm, unit: 'mm²' } : { value: pixels, unit: 'px²' };
}

/** Of all pixels whose middle lies in the region; null of colour, and where there is none. */
export function statisticsOf(
  measure: 'ellipse' | 'rectangle',
  [from, to]: readonly Point[],
  values: FrameValues,
): RegionStatistics | null {
  if (!from || !to) return null;
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
  const [halfX, halfY] = [(right - left) / 2, (bottom - top) / 2];
  const isInside = (x: number, y: number) =>
    measure === 'rectangle' || ((x - middleX) / halfX) ** 2 + ((y - middleY) / halfY) ** 2 <= 1;
  let [pixels, mean, squares] = [0, 0, 0];
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = Math.max(0, Math.ceil(top - 0.5)); row + 0.5 <= bottom; row += 1) {
    if (row >= values.description.rows) break;
    for (let column = Math.max(0, Math.ceil(left - 0.5)); column + 0.5 <= right; column += 1) {
      if (column >= values.description.columns) break;
      const value = isInside(column + 0.5, row + 0.5) ? valueAt(values, column, row) : null;
      if (value === null) continue;
      // Welford: mean and squares of the differences from it, in one pass without large sums.
      pixels += 1;
      const difference = value - mean;
      mean += difference / pixels;
      squares += difference * (value - mean);
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  return pixels === 0 ? null : { pixels, mean, deviation: Math.sqrt(squares / pixels), least, most };
}
