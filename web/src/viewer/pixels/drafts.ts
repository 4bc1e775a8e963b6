import { isWhole, type Measure, POINTS, squared } from '@duai/imaging/browser';
import type { DrawPhase } from '../stage/gesture-listener.ts';
import { distance, type Point } from '../stage/gestures.ts';
import type { Place } from '../study-source.ts';
import { type Layout, toImage, toStage } from './layout.ts';

/** CSS pixels: what is smaller was a slip. */
const LEAST_LENGTH = 4;
/** CSS pixels between two points of an outline by hand. */
const OUTLINE_STEP = 2;

/** A measurement that is being drawn. */
export interface Draft extends Place {
  readonly measure: Measure;
  readonly points: readonly Point[];
  /** The pointer is down; else it waits for its next point. */
  readonly isHeld: boolean;
}

/** One move of the pointer, from the stage's middle, while `measure` is chosen. */
export interface DrawStep extends Place {
  readonly measure: Measure;
  readonly phase: DrawPhase;
  readonly at: Point;
  readonly layout: Layout;
}

/** What is being drawn after a move of the pointer, or what it has completed. */
export function draftAfter(
  draft: Draft | undefined,
  { measure, phase, at, layout, imageId, frame }: DrawStep,
): { readonly draft: Draft | undefined; readonly done: Draft | undefined } {
  const still = (next: Draft | undefined) => ({ draft: next, done: undefined });
  const point = toImage(at, layout);
  const open = draft?.measure === measure && draft.imageId === imageId && draft.frame === frame ? draft : undefined;
  if (phase === 'down') {
    // The third point of an angle, the second line; else a new measurement begins, also where the end of the last drag was
    // never told.
    const isNext = open && !open.isHeld && open.points.length < POINTS[measure];
    const begun = (isNext ? POINTS[measure] - open.points.length : POINTS[measure]) > 1 ? [point, point] : [point];
    return still({ measure, imageId, frame, points: [...(isNext ? open.points : []), ...begun], isHeld: true });
  }
  if (!open?.isHeld || phase === 'cancel') return still(undefined);
  if (measure === 'freehand') return outlined(open, point, { phase, layout });
  const drawn = [...open.points.slice(0, -1), point];
  const points = measure === 'bidirectional' ? squared(drawn, layout.pixelAspect) : drawn;
  const moved = { ...open, points };
  if (phase === 'move') return still(moved);
  const [before, last] = points.slice(-2);
  if (before && last && distance(toStage(before, layout), toStage(last, layout)) < LEAST_LENGTH)
    return still(undefined);
  return points.length < POINTS[measure]
    ? still({ ...moved, isHeld: false })
    : { draft: undefined, done: { ...moved, isHeld: false } };
}

/** A line by hand: it ends with the button. */
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
  // Both points of the beginning are one.
  const done = { ...moved, points: first && rest[0]?.x === first.x && rest[0].y === first.y ? rest : moved.points };
  return { draft: undefined, done: isWhole(done) ? { ...done, isHeld: false } : undefined };
}
