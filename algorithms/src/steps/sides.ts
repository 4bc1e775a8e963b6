import type { AfterStep } from '@duai/contract';
import type { Three } from './grid.ts';

type Sides = Extract<AfterStep, { step: 'sides' }>;

/** A plane between the sides: slice = at + byRow · row + byColumn · column. */
interface Plane {
  at: number;
  byRow: number;
  byColumn: number;
}

const MOST_ROUNDS = 20;
/** Keeps the plane upright where the pairs do not say how it is tilted. In points, of every pair. */
const UPRIGHT = 25;

/**
 * Labels of pairs, with `add` more on the right of the plane through the middle of the pairs. The plane is found by turns:
 * the parts of each label on both sides of it, then the plane through the points midway between their centres (least
 * squares, each pair by its smaller part), until nothing changes.
 */
export function withSides(
  labels: Uint16Array,
  [, rows, columns]: Three<number>,
  { paired, add, left }: Sides,
): Uint16Array {
  const isPaired = new Uint8Array(2 ** 16);
  for (const label of paired) isPaired[label] = 1;
  const found = new Uint32Array(labels.reduce((sum, label) => sum + isPaired[label]!, 0));
  let count = 0;
  for (let point = 0; point < labels.length; point += 1)
    if (isPaired[labels[point]!] === 1) {
      found[count] = point;
      count += 1;
    }
  const placeOf = (point: number): Three<number> => [
    Math.floor(point / (rows * columns)),
    Math.floor(point / columns) % rows,
    point % columns,
  ];
  const isLast = (plane: Plane, [slice, row, column]: Three<number>) =>
    slice > plane.at + plane.byRow * row + plane.byColumn * column;

  let plane: Plane = { at: meanSlice(found, rows * columns), byRow: 0, byColumn: 0 };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    /** Of each pair and side: points, and the sums of their slices, rows and columns. */
    const sums = new Map<number, [number[], number[]]>(
      paired.map((label) => [
        label,
        [
          [0, 0, 0, 0],
          [0, 0, 0, 0],
        ],
      ]),
    );
    for (const point of found) {
      const place = placeOf(point);
      const sum = sums.get(labels[point]!)![isLast(plane, place) ? 1 : 0];
      sum[0]! += 1;
      sum[1]! += place[0];
      sum[2]! += place[1];
      sum[3]! += place[2];
    }
    const next = planeBetween([...sums.values()]) ?? plane;
    const moved =
      Math.abs(next.at - plane.at) + Math.abs(next.byRow - plane.byRow) + Math.abs(next.byColumn - plane.byColumn);
    plane = next;
    if (moved < 1e-6) break;
  }
  const made = labels.slice();
  for (const point of found) if (isLast(plane, placeOf(point)) !== (left === 'last')) made[point]! += add;
  return made;
}

const meanSlice = (points: Uint32Array, plane: number): number =>
  points.reduce((sum, point) => sum + Math.floor(point / plane), 0) / Math.max(1, points.length);

function planeBetween(pairs: readonly [number[], number[]][]): Plane | null {
  const middles = pairs.flatMap(([a, b]) => {
    const weight = Math.min(a[0]!, b[0]!);
    const midway = (at: number) => (a[at]! / a[0]! + b[at]! / b[0]!) / 2;
    return weight > 0 ? [{ weight, slice: midway(1), row: midway(2), column: midway(3) }] : [];
  });
  const all = middles.reduce((sum, { weight }) => sum + weight, 0);
  if (all === 0) return null;
  const mean = (of: (middle: (typeof middles)[number]) => number) =>
    middles.reduce((sum, middle) => sum + middle.weight * of(middle), 0) / all;
  const [slice, row, column] = [mean((each) => each.slice), mean((each) => each.row), mean((each) => each.column)];
  const rowRow = mean((each) => (each.row - row) ** 2) + UPRIGHT;
  const columnColumn = mean((each) => (each.column - column) ** 2) + UPRIGHT;
  const rowColumn = mean((each) => (each.row - row) * (each.column - column));
  const sliceRow = mean((each) => (each.slice - slice) * (each.row - row));
  const sliceColumn = mean((each) => (each.slice - slice) * (each.column - column));
  const determinant = rowRow * columnColumn - rowColumn ** 2;
  const byRow = (sliceRow * columnColumn - sliceColumn * rowColumn) / determinant;
  const byColumn = (sliceColumn * rowRow - sliceRow * rowColumn) / determinant;
  return { at: slice - byRow * row - byColumn * column, byRow, byColumn };
}
