import { isWhole, type Measure, POINTS, squared } from '@duai/imaging/browser';
import { type Layout, toImage, toStage } from '../pixels/layout.ts';
import type { DrawPhase } from '../stage/gesture-listener.ts';
import { distance, type Point } from '../stage/gestures.ts';
import type { Place } from '../study-source.ts';
import { intoImage, lineInImage } from './in-image.ts';

/** In CSS pixels; a shorter drag is taken as accidental. */
export const LEAST_LENGTH = 4;
/** Distance in CSS pixels between two points of a freehand outline. */
const OUTLINE_STEP = 2;

/** A measurement that is being drawn. */
export interface Draft extends Place {
  readonly measure: Measure;
  readonly points: readonly Point[];
  /** True while the pointer is down; otherwise the draft waits for its next point. */
  readonly isHeld: boolean;
}

/** One pointer event while `measure` is chosen; coordinates are relative to the stage's centre. */
export interface DrawStep extends Place {
  readonly measure: Measure;
  readonly phase: DrawPhase;
  readonly at: Point;
  readonly layout: Layout;
}

/** The draft after a pointer event, or the measurement that it completed. */
export function draftAfter(
  draft: Draft | undefined,
  { measure, phase, at, layout, imageId, frame }: DrawStep,
): { readonly draft: Draft | undefined; readonly done: Draft | undefined } {
  const still = (next: Draft | undefined) => ({ draft: next, done: undefined });
  const point = intoImage(toImage(at, layout), layout);
  const open = draft?.measure === measure && draft.imageId === imageId && draft.frame === frame ? draft : undefined;
  if (phase === 'down') {
    // Adds the third point of an angle or the second line. Otherwise a new measurement begins, also if the end of the last
    // drag was never reported.
    const isNext = open && !open.isHeld && open.points.length < POINTS[measure];
    const begun = (isNext ? POINTS[measure] - open.points.length : POINTS[measure]) > 1 ? [point, point] : [point];
    return still({ measure, imageId, frame, points: [...(isNext ? open.points : []), ...begun], isHeld: true });
  }
  if (!open?.isHeld) return still(undefined);
  if (phase === 'cancel') {
    // What an earlier drag drew waits for its next point, as before.
    const isLater = Number.isFinite(POINTS[measure]) && open.points.length > 2;
    return still(isLater ? { ...open, points: open.points.slice(0, 2), isHeld: false } : undefined);
  }
  if (measure === 'freehand') return outlined(open, point, { phase, layout });
  const drawn = [...open.points.slice(0, -1), point];
  const points = measure === 'bidirectional' ? atRightAngle(drawn, layout) : drawn;
  const moved = { ...open, points };
  if (phase === 'move') return still(moved);
  const [before, last] = points.slice(-2);
  if (before && last && distance(toStage(before, layout), toStage(last, layout)) < LEAST_LENGTH)
    return still(undefined);
  return points.length < POINTS[measure]
    ? still({ ...moved, isHeld: false })
    : { draft: undefined, done: { ...moved, isHeld: false } };
}

/** Two diameters, the second at a right angle to the first and no longer than the image allows. */
function atRightAngle(drawn: readonly Point[], layout: Layout): Point[] {
  const [from, to, start, end] = squared(drawn, layout.pixelAspect);
  if (!from || !to || !start || !end) return [...drawn];
  return [from, to, ...(lineInImage(start, end, layout) ?? [start, start])];
}

/** A freehand line; it ends when the button is released. */
function outlined(
  open: Draft,
  point: Point,
  { phase, layout }: Pick<DrawStep, 'phase' | 'layout'>,
): { readonly draft: Draft | undefined; readonly done: Draft | undefined } {
  const last = open.points.at(-1);
  const isStep = last && distance(toStage(last, layout), toStage(point, layout)) >= OUTLINE_STEP;
  const moved = { ...open, points: isStep ? [...open.points, point] : open.points };
  if (phase === 'move') return { draft: moved, done: undefined };
  const [first, ...rest] = moved.points;
  // The first two points are identical.
  const done = { ...moved, points: first && rest[0]?.x === first.x && rest[0].y === first.y ? rest : moved.points };
  return { draft: undefined, done: isWhole(done) ? { ...done, isHeld: false } : undefined };
}
