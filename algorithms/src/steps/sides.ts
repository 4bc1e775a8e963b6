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
/** Regularisation that keeps the plane upright if the pairs do not determine its tilt. In points, for every pair. */
const UPRIGHT = 25;

/**
 * Adds `add` to paired labels on the right of the plane through the middle of the pairs. The plane is found iteratively: each
 * label is divided by the plane, then a new plane is fitted to the points midway between the centres of the two parts (least
 * squares, each pair weighted by its smaller part), until nothing changes.
 */
export function withSides(
  labels: Uint16Array,
  [, rows, columns]: Three<number>,
  { paired, add, left }: Sides,
): Uint16Array {
  const isPaired = new Uint8Array(2 ** 16);
  for (const label of paired) isPaired[label] = 1;
  const found = new Uint32Array(labels.reduce((sum, label) => (isPaired[label] === 1 ? sum + 1 : sum), 0));
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
    const first = sumsOf(paired);
    const last = sumsOf(paired);
    for (const point of found) {
      const place = placeOf(point);
      const sum = (isLast(plane, place) ? last : first).get(labels[point]!);
      if (!sum) continue;
      sum.points += 1;
      sum.slices += place[0];
      sum.rows += place[1];
      sum.columns += place[2];
    }
    const next = planeBetween(first, last) ?? plane;
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

/** Number of points of a label on one side, and the sums of their slices, rows and columns. */
interface Sums {
  points: number;
  slices: number;
  rows: number;
  columns: number;
}

const sumsOf = (labels: readonly number[]) =>
  new Map<number, Sums>(labels.map((label) => [label, { points: 0, slices: 0, rows: 0, columns: 0 }]));

function planeBetween(first: ReadonlyMap<number, Sums>, last: ReadonlyMap<number, Sums>): Plane | null {
  const middles = [...first].flatMap(([label, a]) => {
    const b = last.get(label);
    if (!b || a.points === 0 || b.points === 0) return [];
    const midway = (of: 'slices' | 'rows' | 'columns') => (a[of] / a.points + b[of] / b.points) / 2;
    const weight = Math.min(a.points, b.points);
    return [{ weight, slice: midway('slices'), row: midway('rows'), column: midway('columns') }];
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
