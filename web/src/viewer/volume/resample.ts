import { cross, dot, type ImagePlane, plus, type Vector } from '../room/planes.ts';
import { STRAIGHT, type Turn, turned } from './turn.ts';

/** A stack of evenly spaced parallel slices in patient coordinates (PS3.3 C.7.6.2.1.1), mm. */
export interface VolumeShape {
  readonly columns: number;
  readonly rows: number;
  readonly slices: number;
  /** The centre of the first voxel. */
  readonly origin: Vector;
  /** The vectors from one column, row and slice to the next. */
  readonly toColumn: Vector;
  readonly toRow: Vector;
  readonly toSlice: Vector;
}

export type ShapeProblem = 'few' | 'unplaced' | 'sizes' | 'directions' | 'repeated' | 'gaps' | 'large';

const LEAST_SLICES = 4;
/**
 * How far a slice may lie from its place in even steps, in steps; where one is missing, some lie half a step aside, however
 * many there are.
 */
const ASIDE_TOLERANCE = 0.1;
/** Where positions are rounded to a tenth of a millimetre, that of a slice and that of the last one, by which steps are counted. */
const ROUNDED_MM = 0.1;
const MOST_ASIDE = 0.4;
/** Slices may shift sideways (tilted gantry), but not rotate. */
const SAME_DIRECTION = 0.9995;

/** The volume that the slices of a series form, in their order. @returns a problem if they form none */
export function shapeOf(planes: readonly (ImagePlane | null)[]): VolumeShape | ShapeProblem {
  const known = planes.filter((plane) => plane !== null);
  const [first, second] = known;
  const last = known.at(-1);
  if (planes.length < LEAST_SLICES) return 'few';
  if (!first || !second || !last || known.length !== planes.length) return 'unplaced';
  const { across, down, columns, rows, columnMm, rowMm } = first;
  const steps = known.length - 1;
  const toSlice = plus([0, 0, 0], plus(last.origin, first.origin, -1), 1 / steps);
  const gap = Math.sqrt(dot(toSlice, toSlice));
  const isSame = (plane: ImagePlane) =>
    plane.columns === columns && plane.rows === rows && plane.columnMm === columnMm && plane.rowMm === rowMm;
  const isStraight = (plane: ImagePlane) =>
    dot(plane.across, across) > SAME_DIRECTION && dot(plane.down, down) > SAME_DIRECTION;
  const isInPlace = ({ origin }: ImagePlane, index: number) => {
    const aside = plus(plus(origin, first.origin, -1), toSlice, -index);
    return Math.sqrt(dot(aside, aside)) <= Math.max(gap * ASIDE_TOLERANCE, Math.min(ROUNDED_MM, gap * MOST_ASIDE));
  };
  if (!known.every(isStraight)) return 'directions';
  if (!known.every(isSame)) return 'sizes';
  // Times of a perfusion, weights of a diffusion: interpolated between them, a plane would show neither.
  if (new Set(known.map(({ origin }) => origin.map((mm) => mm.toFixed(2)).join(' '))).size < known.length)
    return 'repeated';
  const isThick = Math.abs(dot(toSlice, cross(across, down))) > 0.5 * gap;
  if (!known.every(isInPlace) || !isThick) return 'gaps';
  return {
    columns,
    rows,
    slices: known.length,
    origin: first.origin,
    toColumn: plus([0, 0, 0], across, columnMm),
    toRow: plus([0, 0, 0], down, rowMm),
    toSlice,
  };
}

/** Maximum octets for the voxels of a volume; together with the frame cache a page stays below 1 GB. */
export const MOST_VOLUME_BYTES = 560 * 1024 * 1024;

/** The step at which rows and columns are kept, so that a volume of 16-bit values fits. */
export function thinningOf({ columns, rows, slices }: VolumeShape, mostBytes = MOST_VOLUME_BYTES): number {
  const bytes = (by: number) => Math.ceil(columns / by) * Math.ceil(rows / by) * slices * 2;
  let by = 1;
  while (bytes(by) > mostBytes) by += 1;
  return by;
}

/** The same volume with every `by`th row and column. */
export const thinned = (shape: VolumeShape, by: number): VolumeShape => ({
  ...shape,
  columns: Math.ceil(shape.columns / by),
  rows: Math.ceil(shape.rows / by),
  toColumn: plus([0, 0, 0], shape.toColumn, by),
  toRow: plus([0, 0, 0], shape.toRow, by),
});

export const PLANE_KINDS = ['axial', 'coronal', 'sagittal'] as const;
export type PlaneKind = (typeof PLANE_KINDS)[number];
const DIRECTIONS: Record<PlaneKind, readonly [across: Vector, down: Vector, step: Vector]> = {
  axial: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  coronal: [
    [1, 0, 0],
    [0, 0, -1],
    [0, 1, 0],
  ],
  sagittal: [
    [0, 1, 0],
    [0, 0, -1],
    [1, 0, 0],
  ],
};

/** Parallel planes through a whole volume, `mm` apart. */
export interface PlaneStack {
  readonly kind: PlaneKind;
  readonly count: number;
  readonly columns: number;
  readonly rows: number;
  /** Size of a pixel, and distance between planes. */
  readonly mm: number;
  /** The centre of the first pixel of the first plane. */
  readonly origin: Vector;
  readonly across: Vector;
  readonly down: Vector;
  readonly step: Vector;
}

const MOST_PIXELS = 1024;

/** Pixels as large as the smallest side of a voxel, but at most 1,024 to a side. Turned planes still cross at right angles. */
export function stackOf(shape: VolumeShape, kind: PlaneKind, turn: Turn = STRAIGHT): PlaneStack {
  const [across, down, step] = turnedDirections(kind, turn, shape);
  const corners = [-0.5, shape.columns - 0.5].flatMap((column) =>
    [-0.5, shape.rows - 0.5].flatMap((row) =>
      [-0.5, shape.slices - 0.5].map((slice) => placeIn(shape, column, row, slice)),
    ),
  );
  const extent = (direction: Vector) => {
    const along = corners.map((corner) => dot(corner, direction));
    return { from: Math.min(...along), long: Math.max(...along) - Math.min(...along) };
  };
  const [x, y, z] = [extent(across), extent(down), extent(step)];
  const sides = [shape.toColumn, shape.toRow, shape.toSlice].map((side) => Math.sqrt(dot(side, side)));
  const mm = Math.max(Math.min(...sides), Math.max(x.long, y.long, z.long) / MOST_PIXELS);
  const count = ({ long }: { long: number }) => Math.max(1, Math.round(long / mm));
  const origin = [x, y, z].reduce<Vector>(
    (sum, { from }, index) => plus(sum, [across, down, step][index] ?? across, from + mm / 2),
    [0, 0, 0],
  );
  return { kind, count: count(z), columns: count(x), rows: count(y), mm, origin, across, down, step };
}

/** Slab thickness for the whole depth of a volume along the normal of its planes. */
export const WHOLE_MM = Number.POSITIVE_INFINITY;

/** Of a stack, the one plane in the middle of the volume, onto which its whole depth is projected. */
export const middlePlaneOf = (stack: PlaneStack): PlaneStack => ({
  ...stack,
  count: 1,
  origin: plus(stack.origin, stack.step, (stack.mm * (stack.count - 1)) / 2),
});

/** How much of one direction lies in the other, for planes that count as lying along the slices of a series: 45°. */
const ALONG_SLICES = Math.SQRT1_2;

/** Planes along the slices of their series follow each other as these do, however they are turned. */
const turnedDirections = (
  kind: PlaneKind,
  turn: Turn,
  { toSlice }: Pick<VolumeShape, 'toSlice'>,
): readonly [Vector, Vector, Vector] => {
  const [across, down, step] = DIRECTIONS[kind];
  const isAgainst = dot(step, toSlice) < -ALONG_SLICES * Math.sqrt(dot(toSlice, toSlice));
  return [turned(across, turn), turned(down, turn), turned(isAgainst ? plus([0, 0, 0], step, -1) : step, turn)];
};

const placeIn = (shape: VolumeShape, column: number, row: number, slice: number): Vector =>
  plus(plus(plus(shape.origin, shape.toColumn, column), shape.toRow, row), shape.toSlice, slice);

export type Voxels = Int16Array | Uint16Array | Int8Array | Uint8Array;

export interface Volume {
  readonly shape: VolumeShape;
  readonly voxels: Voxels;
  /** The lowest value. */
  readonly least: number;
}

/** Rows of the matrix that converts a step in the patient to steps of column, row and slice. */
export function inverseOf({ toColumn, toRow, toSlice }: VolumeShape): readonly [Vector, Vector, Vector] {
  const determinant = dot(toColumn, cross(toRow, toSlice));
  const scaled = (vector: Vector): Vector => plus([0, 0, 0], vector, 1 / determinant);
  return [scaled(cross(toRow, toSlice)), scaled(cross(toSlice, toColumn)), scaled(cross(toColumn, toRow))];
}

/**
 * Where a slab is sampled, in mm from its plane: at steps of `mm` as the planes of a stack, so that it shows no less than these,
 * and at both of its faces, so that it is as thick as it is called however large the voxels are.
 */
function depthsOf(slabMm: number, mm: number): readonly number[] {
  const half = slabMm / 2;
  const steps = Math.ceil(half / mm);
  return Array.from({ length: 2 * steps + 1 }, (_, at) => Math.max(-half, Math.min(half, (at - steps) * mm)));
}

/**
 * One plane of a stack: stored values by trilinear interpolation between the voxels, rounded; outside the volume its lowest
 * value. With a slab, the maximum from half its thickness before the plane to half behind it (MIP).
 */
export function resample(
  { shape, voxels, least }: Volume,
  stack: PlaneStack,
  index: number,
  slabMm: number,
): Int32Array {
  const { columns, rows, mm } = stack;
  const values = new Int32Array(columns * rows).fill(least);
  const inverse = inverseOf(shape);
  const stepsOf = (vector: Vector) => inverse.map((row) => dot(row, vector)) as unknown as Vector;
  const [dx, dy] = [stepsOf(plus([0, 0, 0], stack.across, mm)), stepsOf(plus([0, 0, 0], stack.down, mm))];
  for (const depthMm of depthsOf(slabMm, mm)) {
    const start = stepsOf(plus(plus(stack.origin, stack.step, index * mm + depthMm), shape.origin, -1));
    for (let row = 0; row < rows; row += 1) {
      let [x, y, z] = plus(start, dy, row);
      for (let column = 0; column < columns; column += 1) {
        const value = between(shape, voxels, x, y, z);
        const at = row * columns + column;
        if (value !== undefined && value > (values[at] ?? least)) values[at] = value;
        x += dx[0];
        y += dx[1];
        z += dx[2];
      }
    }
  }
  return values;
}

/** To the outer edges of the voxels. */
const isInside = ({ columns, rows, slices }: VolumeShape, x: number, y: number, z: number): boolean =>
  x >= -0.5 && y >= -0.5 && z >= -0.5 && x <= columns - 0.5 && y <= rows - 0.5 && z <= slices - 0.5;

/** Tells of a pixel of a plane whether voxels lie anywhere in its depth: outside the volume it shows a value that is of nothing. */
export function isWithin(
  shape: VolumeShape,
  stack: PlaneStack,
  index: number,
  slabMm: number,
): (column: number, row: number) => boolean {
  const inverse = inverseOf(shape);
  const { mm, across, down, step } = stack;
  return (column, row) => {
    const inPlane = plus(plus(plus(stack.origin, shape.origin, -1), across, column * mm), down, row * mm);
    return depthsOf(slabMm, mm).some((depthMm) => {
      const place = plus(inPlane, step, index * mm + depthMm);
      return isInside(shape, dot(inverse[0], place), dot(inverse[1], place), dot(inverse[2], place));
    });
  };
}

/** Within half a voxel of the edge, the value of the edge; undefined outside. */
function between(shape: VolumeShape, voxels: Voxels, x: number, y: number, z: number): number | undefined {
  if (!isInside(shape, x, y, z)) return undefined;
  const { columns, rows, slices } = shape;
  const [cx, cy, cz] = [
    Math.min(Math.max(x, 0), columns - 1),
    Math.min(Math.max(y, 0), rows - 1),
    Math.min(Math.max(z, 0), slices - 1),
  ];
  const [x0, y0, z0] = [Math.floor(cx), Math.floor(cy), Math.floor(cz)];
  const [right, below, next] = [
    x0 + 1 < columns ? 1 : 0,
    y0 + 1 < rows ? columns : 0,
    z0 + 1 < slices ? columns * rows : 0,
  ];
  const [fx, fy, fz] = [cx - x0, cy - y0, cz - z0];
  const base = (z0 * rows + y0) * columns + x0;
  const line = (at: number) => (voxels[at] ?? 0) * (1 - fx) + (voxels[at + right] ?? 0) * fx;
  const face = (at: number) => line(at) * (1 - fy) + line(at + below) * fy;
  return Math.round(face(base) * (1 - fz) + face(base + next) * fz);
}
