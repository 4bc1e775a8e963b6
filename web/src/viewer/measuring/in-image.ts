import type { Layout } from '../pixels/layout.ts';
import type { Point } from '../stage/gestures.ts';

/**
 * Points of a measurement lie within the image, from 0 to its columns and rows (SCOORD, PS3.3 C.18.6): what lies beyond would
 * count in an area, but has no pixels.
 */
type ImageSize = Pick<Layout, 'columns' | 'rows'>;

const kept = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** The nearest point of the image. */
export const intoImage = ({ x, y }: Point, { columns, rows }: ImageSize): Point => ({
  x: kept(x, 0, columns),
  y: kept(y, 0, rows),
});

/** The points shifted as one, as far as the image reaches. */
export function shiftedInImage(points: readonly Point[], by: Point, size: ImageSize): Point[] {
  const shift = (along: 'x' | 'y', most: number): number => {
    const places = points.map((point) => point[along]);
    return kept(by[along], -Math.min(...places), most - Math.max(...places));
  };
  const [x, y] = [shift('x', size.columns), shift('y', size.rows)];
  // Once more each: sums are rounded, and points that were stored beside the image come back to it.
  return points.map((point) => intoImage({ x: point.x + x, y: point.y + y }, size));
}

/** What of a line lies in the image, by its ends (Liang and Barsky, 1984); null where nothing does. */
export function lineInImage(start: Point, end: Point, size: ImageSize): readonly [Point, Point] | null {
  const by = { x: end.x - start.x, y: end.y - start.y };
  let [from, to] = [0, 1];
  for (const [along, most] of [
    ['x', size.columns],
    ['y', size.rows],
  ] as const) {
    if (by[along] === 0) {
      if (start[along] < 0 || start[along] > most) return null;
      continue;
    }
    const shares = [-start[along] / by[along], (most - start[along]) / by[along]];
    from = Math.max(from, Math.min(...shares));
    to = Math.min(to, Math.max(...shares));
  }
  const at = (share: number) => intoImage({ x: start.x + share * by.x, y: start.y + share * by.y }, size);
  return from > to ? null : [from === 0 ? start : at(from), to === 1 ? end : at(to)];
}
