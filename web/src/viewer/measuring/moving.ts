import { type Drawn, isRegion, isWhole, outlineOf, squared } from '@duai/imaging/browser';
import { type Layout, toStage } from '../pixels/layout.ts';
import { distance, type Point } from '../stage/gestures.ts';
import { LEAST_LENGTH } from './drafts.ts';
import { intoImage, lineInImage, shiftedInImage } from './in-image.ts';

/** What of a measurement is moved: the point of this number, or all of it. */
export type Handle = number | 'all';

/** How far beside a point or a line a pointer still takes it, CSS pixels. */
const REACH = { mouse: 8, finger: 22 };
export type PointedWith = keyof typeof REACH;
export interface Taking {
  readonly by: PointedWith;
  /** With a tool in hand a line is drawn across, not taken. */
  readonly isPointsOnly: boolean;
}

/** The handle of a measurement under a pointer (relative to the stage's centre): its points come before its lines. */
export function handleAt(
  { measure, points }: Drawn,
  at: Point,
  layout: Layout,
  { by, isPointsOnly }: Taking,
): Handle | undefined {
  const onStage = points.map((point) => toStage(point, layout));
  // A freehand line has hundreds of points; it is moved as a whole.
  if (measure !== 'freehand') {
    const [nearest] = onStage
      .map((point, number) => ({ number, far: distance(point, at) }))
      .filter(({ far }) => far <= REACH[by])
      .sort((one, other) => one.far - other.far);
    if (nearest) return nearest.number;
  }
  if (isPointsOnly) return undefined;
  const isNear = linesOf({ measure, points })
    .map((line) => line.map((point) => toStage(point, layout)))
    .some((line) => line.some((end, number) => number > 0 && toLine(at, line[number - 1] ?? end, end) <= REACH[by]));
  return isNear ? 'all' : undefined;
}

/** The points after a handle was brought from one place to another (image coordinates); all of them stay in the image. */
export function movedPoints(
  { measure, points }: Drawn,
  handle: Handle,
  from: Point,
  to: Point,
  image: Pick<Layout, 'columns' | 'rows' | 'pixelAspect'>,
): Point[] {
  const by = { x: to.x - from.x, y: to.y - from.y };
  if (handle === 'all') return shiftedInImage(points, by, image);
  const moved = points.map((point, number) =>
    intoImage(number === handle ? { x: point.x + by.x, y: point.y + by.y } : point, image),
  );
  return measure === 'bidirectional' ? withShortAxis(points, moved, handle, image) : moved;
}

/** Of two diameters of which one end was moved: the short axis at a right angle to the long one, as far as the image reaches. */
function withShortAxis(
  before: readonly Point[],
  moved: readonly Point[],
  handle: number,
  image: Pick<Layout, 'columns' | 'rows' | 'pixelAspect'>,
): Point[] {
  const { pixelAspect } = image;
  const [one, other, start, end] = moved;
  if (!one || !other || !start || !end) return [...moved];
  const turned = () => {
    if (handle === 3) return squared(moved, pixelAspect).slice(2);
    if (handle === 2) return squared([one, other, end, start], pixelAspect).slice(2).reverse();
    return withLongAxis(before, [one, other], pixelAspect).slice(2);
  };
  const [from = start, to = end] = turned();
  const short = lineInImage(from, to, image);
  return short ? [one, other, ...short] : [...before];
}

/** Whether a measurement has a result: its points are not on one another. */
export function isUsable(drawn: Drawn, layout: Layout): boolean {
  if (!isWhole(drawn)) return false;
  if (drawn.measure === 'freehand' || drawn.measure === 'probe') return true;
  const lines = isRegion(drawn.measure) ? [drawn.points] : linesOf(drawn);
  return lines.every((line) =>
    line.every((end, number) => {
      const before = line[number - 1];
      return !before || distance(toStage(before, layout), toStage(end, layout)) >= LEAST_LENGTH;
    }),
  );
}

function linesOf({ measure, points }: Drawn): readonly (readonly Point[])[] {
  if (isRegion(measure)) {
    const outline = outlineOf(measure, points);
    return [[...outline, ...outline.slice(0, 1)]];
  }
  if (measure === 'cobb' || measure === 'bidirectional') return [points.slice(0, 2), points.slice(2)];
  return [points];
}

/** The short axis keeps its reach to both sides and its place along the long axis, and stays at a right angle to it. */
function withLongAxis(before: readonly Point[], [one, other]: readonly [Point, Point], aspect: number): Point[] {
  const [from, to, start, end] = before;
  if (!from || !to || !start || !end) return [...before];
  const inBody = (point: Point): Point => ({ x: point.x, y: point.y * aspect });
  const axis = (a: Point, b: Point) => {
    const [x, y] = [inBody(b).x - inBody(a).x, inBody(b).y - inBody(a).y];
    const long = Math.hypot(x, y);
    return { long, along: { x: x / long, y: y / long } };
  };
  const [old, now] = [axis(from, to), axis(one, other)];
  if (old.long === 0 || now.long === 0) return [one, other, start, end];
  const place = (point: Point): Point => {
    const [x, y] = [inBody(point).x - inBody(from).x, inBody(point).y - inBody(from).y];
    const along = ((x * old.along.x + y * old.along.y) / old.long) * now.long;
    const across = y * old.along.x - x * old.along.y;
    return {
      x: one.x + along * now.along.x - across * now.along.y,
      y: one.y + (along * now.along.y + across * now.along.x) / aspect,
    };
  };
  return [one, other, place(start), place(end)];
}

function toLine(at: Point, from: Point, to: Point): number {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const squaredLength = x * x + y * y;
  const share = squaredLength === 0 ? 0 : ((at.x - from.x) * x + (at.y - from.y) * y) / squaredLength;
  const kept = Math.min(1, Math.max(0, share));
  return distance(at, { x: from.x + kept * x, y: from.y + kept * y });
}
