import type { DrawPhase } from '../gesture-listener.ts';
import { distance, type Point } from '../gestures.ts';
import type { Place } from '../study-source.ts';
import { type Layout, toImage, toStage } from './layout.ts';
import { type Measure, POINTS } from './measure.ts';

/** CSS pixels: what is smaller was a slip. */
const LEAST_LENGTH = 4;

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
    // The third point of an angle; else a new measurement begins, also where the end of the last drag was never told.
    const isNext = open && !open.isHeld && open.points.length < POINTS[measure];
    const points = isNext ? [...open.points, point] : POINTS[measure] > 1 ? [point, point] : [point];
    return still({ measure, imageId, frame, points, isHeld: true });
  }
  if (!open?.isHeld || phase === 'cancel') return still(undefined);
  const points = [...open.points.slice(0, -1), point];
  const moved = { ...open, points };
  if (phase === 'move') return still(moved);
  const before = points.at(-2);
  if (before && distance(toStage(before, layout), toStage(point, layout)) < LEAST_LENGTH) return still(undefined);
  return points.length < POINTS[measure]
    ? still({ ...moved, isHeld: false })
    : { draft: undefined, done: { ...moved, isHeld: false } };
}
