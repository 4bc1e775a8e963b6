import { useState } from 'react';
import type { DrawPhase } from '../gesture-listener.ts';
import { distance, type Point } from '../gestures.ts';
import type { Place } from '../study-source.ts';
import { type Layout, toImage, toStage } from './layout.ts';
import { type Measure, type Measurement, POINTS } from './measure.ts';

/** CSS pixels: what is smaller was a slip. */
const LEAST_LENGTH = 4;

export interface PlacedMeasurement extends Measurement, Place {
  /** What it found. */
  readonly text: string;
}

/** What was measured on the images of a series, and what is being drawn. */
export function useMeasurements() {
  const [all, setAll] = useState<readonly PlacedMeasurement[]>([]);
  const [draft, setDraft] = useState<PlacedMeasurement>();
  const [nextId, setNextId] = useState(1);

  /** One move of the pointer while `measure` is chosen. */
  function draw(
    measure: Measure,
    phase: DrawPhase,
    at: Point,
    { imageId, frame, layout, tell }: Place & { layout: Layout; tell: (measurement: Measurement) => string },
  ): void {
    const point = toImage(at, layout);
    const open = draft?.measure === measure && draft.imageId === imageId && draft.frame === frame ? draft : undefined;
    if (phase === 'down') {
      // The third point of an angle; else a new measurement begins.
      const points = open ? [...open.points, point] : [point, ...(POINTS[measure] > 1 ? [point] : [])];
      setDraft({ id: nextId, measure, imageId, frame, points, text: '' });
      return;
    }
    if (!open) return;
    const points = open.points.length > 1 ? [...open.points.slice(0, -1), point] : [point];
    const [first = point] = points;
    if (phase === 'move' || (phase === 'up' && points.length < POINTS[measure])) {
      setDraft({ ...open, points });
      return;
    }
    setDraft(undefined);
    if (points.length > 1 && distance(toStage(first, layout), toStage(point, layout)) < LEAST_LENGTH) return;
    const done = { ...open, points };
    setAll([...all, { ...done, text: tell(done) }]);
    setNextId(nextId + 1);
  }

  return {
    all,
    on: ({ imageId, frame }: Place) =>
      [...all, ...(draft ? [draft] : [])].filter((one) => one.imageId === imageId && one.frame === frame),
    draw,
    remove: (id: number) => setAll(all.filter((one) => one.id !== id)),
  };
}
