import { crossingsAt, pixelsWithin, sidesOf } from './freehand.ts';
import { type PixelShape, pixelAspectOf } from './spacing.ts';

/** In columns and rows of the image, from its upper left corner; a pixel's centre is at 0.5. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The kinds of measurement. An arrow only points and carries a text. */
export type Measure =
  | 'length'
  | 'bidirectional'
  | 'angle'
  | 'cobb'
  | 'ellipse'
  | 'rectangle'
  | 'freehand'
  | 'arrow'
  | 'probe';
/** The kinds that enclose pixels. */
export type RegionShape = 'ellipse' | 'rectangle' | 'freehand';
export const isRegion = (measure: Measure): measure is RegionShape =>
  measure === 'ellipse' || measure === 'rectangle' || measure === 'freehand';

/** A frame whose values can be read pixel by pixel. */
export interface PixelField {
  readonly rows: number;
  readonly columns: number;
  /** In the displayed unit; null outside the image and for colour images. */
  readonly valueAt: (column: number, row: number) => number | null;
}

/** One measurement on a frame. */
export interface Drawn {
  readonly measure: Measure;
  readonly points: readonly Point[];
}

/**
 * Number of points of each kind. The corner of an angle is the middle point, Cobb and bidirectional consist of two lines, a
 * freehand outline has any number of points.
 */
export const POINTS: Record<Measure, number> = {
  length: 2,
  bidirectional: 4,
  angle: 3,
  cobb: 4,
  ellipse: 2,
  rectangle: 2,
  freehand: Number.POSITIVE_INFINITY,
  arrow: 2,
  probe: 1,
};
/** Fewer points enclose nothing. */
const LEAST_OUTLINE = 3;

/** Whether there are enough points for a result. */
export const isWhole = ({ measure, points }: Drawn): boolean =>
  points.length >= (measure === 'freehand' ? LEAST_OUTLINE : POINTS[measure]);

export interface RegionStatistics {
  readonly pixels: number;
  readonly mean: number;
  /** Standard deviation of the whole population of pixels, not of a sample. */
  readonly deviation: number;
  readonly least: number;
  readonly most: number;
}

/** In widths of a pixel if there is no spacing, because its size in mm is then unknown. */
export function lengthOf([from, to]: readonly Point[], shape: PixelShape): { value: number; unit: 'mm' | 'px' } {
  const unit = shape.spacing ? 'mm' : 'px';
  if (!from || !to) return { value: 0, unit };
  const { across, down } = sidesOfPixel(shape);
  return { value: Math.hypot((to.x - from.x) * across, (to.y - from.y) * down), unit };
}

/** The sides of a pixel in mm, else in its widths. */
const sidesOfPixel = (shape: PixelShape): { across: number; down: number } =>
  shape.spacing
    ? { across: shape.spacing.columnMm, down: shape.spacing.rowMm }
    : { across: 1, down: pixelAspectOf(shape) };

/** Degrees between the two legs from the middle point, corrected for pixels that are not square. */
export function angleOf([one, corner, other]: readonly Point[], pixelAspect: number): number {
  if (!one || !corner || !other) return 0;
  const leg = (to: Point) => Math.atan2((to.y - corner.y) * pixelAspect, to.x - corner.x);
  const between = Math.abs(leg(one) - leg(other));
  return (Math.min(between, 2 * Math.PI - between) * 180) / Math.PI;
}

/**
 * Degrees (0–180) between two lines drawn along end plates (Cobb, 1948), after both are turned to the same side of the axis
 * that joins their middles. End plates lie roughly across that axis, which is the spine between them: so both are taken from
 * one flank of the patient to the other, curves of more than 90° are told as such, and the angle is the same however the image
 * is turned or mirrored and wherever a line was begun. Where there is no such side (the middles coincide, or a line lies along
 * the axis), the smaller of the two angles between the lines.
 * @param pixelAspect height of a pixel divided by its width
 */
export function cobbAngleOf([from, to, otherFrom, otherTo]: readonly Point[], pixelAspect: number): number {
  if (!from || !to || !otherFrom || !otherTo) return 0;
  const vector = (start: Point, end: Point): Point => ({ x: end.x - start.x, y: (end.y - start.y) * pixelAspect });
  const axis = vector(middleOf(from, to), middleOf(otherFrom, otherTo));
  const [one, other] = [vector(from, to), vector(otherFrom, otherTo)];
  const between = Math.abs(Math.atan2(cross(one, other), one.x * other.x + one.y * other.y)) * (180 / Math.PI);
  const sides = sideOf(one, axis) * sideOf(other, axis);
  if (sides === 0) return Math.min(between, 180 - between);
  return sides > 0 ? between : 180 - between;
}

const middleOf = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const cross = (one: Point, other: Point): number => one.x * other.y - one.y * other.x;

/** To which side of an axis a line points: 1, -1, or 0 if to none but for errors of rounding. */
function sideOf(line: Point, axis: Point): number {
  const across = cross(line, axis);
  const long = Math.hypot(line.x, line.y);
  return Math.abs(across) <= ROUNDING * long * (long + Math.hypot(axis.x, axis.y)) ? 0 : Math.sign(across);
}
const ROUNDING = 1e-9;

/** The points with the end of the second axis moved, so that it is at a right angle to the first in the patient. */
export function squared(points: readonly Point[], pixelAspect: number): Point[] {
  const [from, to, start, end] = points;
  if (!from || !to || !start || !end) return [...points];
  const [alongX, alongY] = [to.x - from.x, (to.y - from.y) * pixelAspect];
  const long = Math.hypot(alongX, alongY);
  if (long === 0) return [...points];
  const [acrossX, acrossY] = [-alongY / long, alongX / long];
  const reach = (end.x - start.x) * acrossX + (end.y - start.y) * pixelAspect * acrossY;
  return [from, to, start, { x: start.x + reach * acrossX, y: start.y + (reach * acrossY) / pixelAspect }];
}

/** The corners of a region; for an ellipse, enough points to look round. */
export function outlineOf(shape: RegionShape, points: readonly Point[]): readonly Point[] {
  const [from, to] = points;
  if (shape === 'freehand' || !from || !to) return points;
  if (shape === 'rectangle') return [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }];
  return Array.from({ length: ELLIPSE_STEPS }, (_, step) => {
    const angle = (step / ELLIPSE_STEPS) * 2 * Math.PI;
    return {
      x: (from.x + to.x) / 2 + (Math.cos(angle) * (to.x - from.x)) / 2,
      y: (from.y + to.y) / 2 + (Math.sin(angle) * (to.y - from.y)) / 2,
    };
  });
}
const ELLIPSE_STEPS = 48;

/**
 * In mm², or in squares of a pixel's width: the area of the box between two corners, of the ellipse in it, or of what a freehand
 * line encloses.
 */
export function areaOf(
  region: RegionShape,
  points: readonly Point[],
  shape: PixelShape,
): { value: number; unit: 'mm²' | 'px²' } {
  const { across, down } = sidesOfPixel(shape);
  return { value: pixelsEnclosed(region, points) * across * down, unit: shape.spacing ? 'mm²' : 'px²' };
}

function pixelsEnclosed(shape: RegionShape, points: readonly Point[]): number {
  if (shape === 'freehand') return pixelsWithin(points);
  const [from, to] = points;
  if (!from || !to) return 0;
  return Math.abs((to.x - from.x) * (to.y - from.y)) * (shape === 'ellipse' ? Math.PI / 4 : 1);
}

/** For the middle of a row, whether the centre of a pixel there lies in a region; to be asked from left to right. */
function insideOf(shape: RegionShape, points: readonly Point[], box: Box): (y: number) => (x: number) => boolean {
  if (shape === 'rectangle') return () => () => true;
  if (shape === 'ellipse') {
    const [middleX, middleY] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const [halfX, halfY] = [(box.right - box.left) / 2, (box.bottom - box.top) / 2];
    return (y) => (x) => ((x - middleX) / halfX) ** 2 + ((y - middleY) / halfY) ** 2 <= 1;
  }
  const sides = sidesOf(points);
  return (y) => {
    const crossings = crossingsAt(sides, y);
    let passed = 0;
    return (x) => {
      while (passed < crossings.length && (crossings[passed] ?? x) <= x) passed += 1;
      return passed % 2 === 1;
    };
  };
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Statistics of the pixels whose centre lies in the region; null for colour images, and if there are no such pixels. */
export function statisticsOf(
  shape: RegionShape,
  points: readonly Point[],
  { rows, columns, valueAt }: PixelField,
): RegionStatistics | null {
  if (points.length < 2) return null;
  const [across, down] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const box = {
    left: Math.min(...across),
    right: Math.max(...across),
    top: Math.min(...down),
    bottom: Math.max(...down),
  };
  const insideAt = insideOf(shape, points, box);
  let [pixels, mean, squares] = [0, 0, 0];
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = Math.max(0, Math.ceil(box.top - 0.5)); row + 0.5 <= box.bottom; row += 1) {
    if (row >= rows) break;
    const isInside = insideAt(row + 0.5);
    for (let column = Math.max(0, Math.ceil(box.left - 0.5)); column + 0.5 <= box.right; column += 1) {
      if (column >= columns) break;
      const value = isInside(column + 0.5) ? valueAt(column, row) : null;
      if (value === null) continue;
      // Welford's algorithm: mean and variance in one pass without large sums.
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
