import { dot, plus, type Vector } from '../room/planes.ts';
import { inverseOf, type PlaneStack, type Volume } from './resample.ts';

/**
 * The maximum along the normal of a plane through the whole volume (MIP). Layers of voxels are shifted, by whole voxels, so
 * that those on one line of sight lie on each other (the shear of Lacroute and Levoy, SIGGRAPH 1994), and the largest of each
 * line is kept; so every voxel counts with its own value, where samples along a ray would miss a single bright one. A voxel
 * is drawn at most half a voxel aside. A pixel shows the largest value of the lines that end in it, and between lines what is
 * interpolated between their maxima, if that is more. Where no voxel lies, the lowest value of the volume.
 */
export function project({ shape, voxels, least }: Volume, plane: PlaneStack): Int32Array {
  const lines = linesOf({ shape, voxels, least }, plane);
  const { columns, rows } = plane;
  const values = new Int32Array(columns * rows).fill(least);
  // Where the lines end on the plane, in its pixels: x = from.x + line · along.x + row of lines · down.x.
  const onPlane = (step: Vector) => ({ x: dot(step, plane.across) / plane.mm, y: dot(step, plane.down) / plane.mm });
  const from = onPlane(plus(lines.origin, plane.origin, -1));
  const [along, down] = [onPlane(lines.along), onPlane(lines.down)];
  const determinant = along.x * down.y - along.y * down.x;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [column - from.x, row - from.y];
      const line = (x * down.y - y * down.x) / determinant;
      const rowOfLines = (y * along.x - x * along.y) / determinant;
      const value = betweenLines(lines, line, rowOfLines);
      if (value > least) values[row * columns + column] = value;
    }
  for (let rowOfLines = 0; rowOfLines < lines.rows; rowOfLines += 1)
    for (let line = 0; line < lines.columns; line += 1) {
      const value = lines.maxima[rowOfLines * lines.columns + line] ?? least;
      const column = Math.round(from.x + line * along.x + rowOfLines * down.x);
      const row = Math.round(from.y + line * along.y + rowOfLines * down.y);
      if (column < 0 || row < 0 || column >= columns || row >= rows) continue;
      const at = row * columns + column;
      if (value > (values[at] ?? least)) values[at] = value;
    }
  return values;
}

/** The largest value on each line of sight. */
interface Lines {
  readonly columns: number;
  readonly rows: number;
  readonly maxima: Int32Array;
  /** Where the first line meets the first layer, and from one to the next; mm in the patient. */
  readonly origin: Vector;
  readonly along: Vector;
  readonly down: Vector;
}

function linesOf({ shape, voxels, least }: Volume, { step }: PlaneStack): Lines {
  const axes = inverseOf(shape);
  /** Of each axis of the volume: voxels on it, its step in mm, and by how many voxels a step towards the reader goes along it. */
  const [columnAxis, rowAxis, sliceAxis] = [
    { size: shape.columns, side: shape.toColumn, towards: dot(axes[0], step) },
    { size: shape.rows, side: shape.toRow, towards: dot(axes[1], step) },
    { size: shape.slices, side: shape.toSlice, towards: dot(axes[2], step) },
  ];
  const all = [columnAxis, rowAxis, sliceAxis];
  // The axis that a line of sight goes along fastest: from layer to layer it moves aside by one voxel at most.
  const layers = all.reduce((most, axis) => (Math.abs(axis.towards) > Math.abs(most.towards) ? axis : most));
  const [wide = rowAxis, high = sliceAxis] = all.filter((axis) => axis !== layers);
  const shiftsOf = ({ towards }: typeof layers) => {
    const shifts = Array.from({ length: layers.size }, (_, layer) => Math.round((-layer * towards) / layers.towards));
    const first = Math.min(...shifts);
    return { first, extra: Math.max(...shifts) - first, by: shifts.map((shift) => shift - first) };
  };
  const [aside, up] = [shiftsOf(wide), shiftsOf(high)];
  const [columns, rows] = [wide.size + aside.extra, high.size + up.extra];
  const maxima = new Int32Array(columns * rows).fill(least);
  const stepIn = (axis: typeof layers) => (axis === wide ? 1 : columns);
  const offsets = Int32Array.from(
    { length: layers.size },
    (_, layer) => (aside.by[layer] ?? 0) + (up.by[layer] ?? 0) * columns,
  );
  // Where a voxel is kept: a sum of what its column, row and slice add.
  const placesOf = (axis: typeof layers) =>
    axis === layers ? offsets : Int32Array.from({ length: axis.size }, (_, index) => index * stepIn(axis));
  const [byColumn, byRow, bySlice] = [placesOf(columnAxis), placesOf(rowAxis), placesOf(sliceAxis)];
  let from = 0;
  for (const ofSlice of bySlice)
    for (const ofRow of byRow) {
      const base = ofSlice + ofRow;
      for (let column = 0; column < byColumn.length; column += 1) {
        const value = voxels[from + column] ?? least;
        const at = base + (byColumn[column] ?? 0);
        if (value > (maxima[at] ?? least)) maxima[at] = value;
      }
      from += byColumn.length;
    }
  const origin = plus(plus(shape.origin, wide.side, aside.first), high.side, up.first);
  return { columns, rows, maxima, origin, along: wide.side, down: high.side };
}

/** Interpolated between four lines; within half a line of the edge the value of the edge, beyond it the lowest of all numbers. */
function betweenLines({ columns, rows, maxima }: Lines, line: number, rowOfLines: number): number {
  if (line < -0.5 || rowOfLines < -0.5 || line > columns - 0.5 || rowOfLines > rows - 0.5)
    return Number.NEGATIVE_INFINITY;
  const [x, y] = [Math.min(Math.max(line, 0), columns - 1), Math.min(Math.max(rowOfLines, 0), rows - 1)];
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [right, below] = [x0 + 1 < columns ? 1 : 0, y0 + 1 < rows ? columns : 0];
  const [fx, fy] = [x - x0, y - y0];
  const at = y0 * columns + x0;
  const row = (from: number) => (maxima[from] ?? 0) * (1 - fx) + (maxima[from + right] ?? 0) * fx;
  return Math.round(row(at) * (1 - fy) + row(at + below) * fy);
}
