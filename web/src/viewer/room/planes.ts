import type { PixelDescription } from '../pixels/values/describe-pixels.ts';
import type { Point } from '../stage/gestures.ts';

export type Vector = readonly [number, number, number];

/** The plane of an image in patient coordinates (PS3.3 C.7.6.2.1.1), mm. */
export interface ImagePlane {
  /** The centre of the first pixel. */
  readonly origin: Vector;
  readonly across: Vector;
  readonly down: Vector;
  readonly columns: number;
  readonly rows: number;
  readonly columnMm: number;
  readonly rowMm: number;
  /** How thick the slice is; undefined where its file does not say. */
  readonly thicknessMm?: number | undefined;
  readonly frameOfReferenceUid: string | null;
  /** The maximum of a whole volume along the normal: it lies at no place along it. */
  readonly isWholeDepth?: boolean | undefined;
}

export const dot = (one: Vector, other: Vector): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const plus = (one: Vector, other: Vector, times = 1): Vector => [
  one[0] + other[0] * times,
  one[1] + other[1] * times,
  one[2] + other[2] * times,
];
const vector = ([x = 0, y = 0, z = 0]: readonly number[]): Vector => [x, y, z];
export const normalOf = ({ across, down }: ImagePlane): Vector => cross(across, down);

/** Null if the file does not give the position of its image or the pixel size in the patient. */
export function planeOf(description: PixelDescription | undefined): ImagePlane | null {
  if (!description?.position || !description.orientation || description.spacing?.of !== 'patient') return null;
  const { position, orientation, spacing, columns, rows, frameOfReferenceUid, isWholeDepth } = description;
  return {
    origin: vector(position),
    across: vector(orientation.slice(0, 3)),
    down: vector(orientation.slice(3)),
    columns,
    rows,
    columnMm: spacing.columnMm,
    rowMm: spacing.rowMm,
    thicknessMm: description.thicknessMm,
    frameOfReferenceUid,
    isWholeDepth,
  };
}

/** Where a slice is: two tilted against each other are at one level there, and apart at their first pixels. */
export const centreOf = (plane: ImagePlane): Vector => inPatient({ x: plane.columns / 2, y: plane.rows / 2 }, plane);

export type PlaneName = 'axial' | 'coronal' | 'sagittal' | 'oblique';
/** cos 18°: smaller values are oblique. */
const STRAIGHT = 0.95;

export function planeName(orientation: readonly number[]): PlaneName {
  const normal = cross(vector(orientation.slice(0, 3)), vector(orientation.slice(3))).map(Math.abs);
  const names = ['sagittal', 'coronal', 'axial'] as const;
  return names[normal.findIndex((part) => part > STRAIGHT)] ?? 'oblique';
}

/** cos 10°: slices of two examinations are rarely exactly parallel. */
const PARALLEL = 0.985;
export const areParallel = (one: ImagePlane, other: ImagePlane): boolean =>
  Math.abs(dot(normalOf(one), normalOf(other))) > PARALLEL;

const SAME_PLACE_MM = 0.01;

/**
 * Index of the plane of a series that is nearest to a patient point; undefined if no plane is known. Of a series that holds
 * other planes too, as a localizer, among those that are parallel to the one on show, at `at`. Where several images lie at one
 * place (times, b-values), the one of the same turn as the one on show.
 */
export function nearestPlane(planes: readonly (ImagePlane | null)[], point: Vector, at: number): number | undefined {
  const shown = planes[at] ?? planes.find((plane) => plane !== null);
  if (!shown) return undefined;
  const distanceOf = (from: Vector) =>
    planes.map((plane) =>
      plane && areParallel(plane, shown)
        ? Math.abs(dot(plus(from, plane.origin, -1), normalOf(plane)))
        : Number.POSITIVE_INFINITY,
    );
  const distances = distanceOf(point);
  const least = distances.reduce((one, other) => Math.min(one, other));
  const nearest = [...distances.keys()].filter((index) => (distances[index] ?? least) - least < SAME_PLACE_MM);
  const turn = distanceOf(shown.origin)
    .slice(0, at)
    .filter((distance) => distance < SAME_PLACE_MM).length;
  return nearest[Math.min(turn, nearest.length - 1)];
}

/** Of a slice that has no neighbour and whose file gives no thickness, mm. */
const USUAL_THICKNESS_MM = 5;
/** Positions in files are rounded, and a point between two slices is to be on one of them. */
const TOLERANCE = 1.1;

/**
 * Whether a slice shows a point of the patient: no further from its plane than half of its thickness, or half of the way to the
 * nearest slice of its series that is parallel. A whole volume shows every point.
 */
export function isShownOn(point: Vector, plane: ImagePlane, series: readonly (ImagePlane | null)[]): boolean {
  if (plane.isWholeDepth) return true;
  const normal = normalOf(plane);
  const distanceOf = (from: Vector, to: Vector) => Math.abs(dot(plus(to, from, -1), normal));
  const gaps = series.flatMap((other) => {
    const gap = other && areParallel(other, plane) ? distanceOf(centreOf(plane), centreOf(other)) : 0;
    return gap > SAME_PLACE_MM ? [gap] : [];
  });
  const gap = gaps.length > 0 ? gaps.reduce((one, other) => Math.min(one, other)) : undefined;
  const depth = Math.max(plane.thicknessMm ?? 0, gap ?? 0) || USUAL_THICKNESS_MM;
  return distanceOf(plane.origin, point) <= (depth / 2) * TOLERANCE;
}

/** The corners of an image, at the outer edges of its pixels. */
const cornersOf = ({ origin, across, down, columns, rows, columnMm, rowMm }: ImagePlane): Vector[] =>
  [
    [-0.5, -0.5],
    [columns - 0.5, -0.5],
    [columns - 0.5, rows - 0.5],
    [-0.5, rows - 0.5],
  ].map(([column = 0, row = 0]) => plus(plus(origin, across, column * columnMm), down, row * rowMm));

/** Projects a patient point onto an image, in columns and rows; the centre of the first pixel is at 0.5. */
export function onPlane(point: Vector, plane: ImagePlane): Point {
  const from = plus(point, plane.origin, -1);
  return { x: dot(from, plane.across) / plane.columnMm + 0.5, y: dot(from, plane.down) / plane.rowMm + 0.5 };
}

/** The patient point of an image point. */
export const inPatient = ({ x, y }: Point, { origin, across, down, columnMm, rowMm }: ImagePlane): Vector =>
  plus(plus(origin, across, (x - 0.5) * columnMm), down, (y - 0.5) * rowMm);

/**
 * The line in which another image intersects this one, in columns and rows of this one; null if they are parallel, do not
 * intersect, or do not share a frame of reference, or if the other one is a whole volume.
 */
export function referenceLine(plane: ImagePlane, other: ImagePlane): readonly [Point, Point] | null {
  const isShared = plane.frameOfReferenceUid !== null && plane.frameOfReferenceUid === other.frameOfReferenceUid;
  if (!isShared || other.isWholeDepth || areParallel(plane, other)) return null;
  const normal = normalOf(plane);
  const corners = cornersOf(other);
  const heights = corners.map((corner) => dot(plus(corner, plane.origin, -1), normal));
  const [from, to] = corners.flatMap((corner, index): Point[] => {
    const next = (index + 1) % corners.length;
    const [height = 0, nextHeight = 0, nextCorner] = [heights[index], heights[next], corners[next]];
    if (!nextCorner || height > 0 === nextHeight > 0) return [];
    const share = height / (height - nextHeight);
    return [onPlane(plus(corner, plus(nextCorner, corner, -1), share), plane)];
  });
  return from && to ? [from, to] : null;
}
