import { useState } from 'react';
import type { Place } from '../study-source.ts';
import { type Draft, type DrawStep, draftAfter } from './drafts.ts';
import type { ToldMeasurement } from './measurements.tsx';

export interface PlacedMeasurement extends ToldMeasurement, Place {}

/** What was measured on the images of a series, and what is being drawn. */
export function useMeasurements() {
  const [all, setAll] = useState<readonly PlacedMeasurement[]>([]);
  const [draft, setDraft] = useState<Draft & PlacedMeasurement>();
  const [nextId, setNextId] = useState(1);

  /** One move of the pointer; `tell` says what a measurement finds, once for each change of it. */
  function draw(step: DrawStep, tell: (draft: Draft) => string): void {
    const next = draftAfter(draft, step);
    setDraft(next.draft && { ...next.draft, id: nextId, text: tell(next.draft) });
    if (!next.done) return;
    const { measure, points, imageId, frame } = next.done;
    setAll([...all, { id: nextId, measure, points, imageId, frame, text: tell(next.done) }]);
    setNextId(nextId + 1);
  }

  return {
    all,
    on: ({ imageId, frame }: Place) =>
      [...all, ...(draft ? [draft] : [])].filter((one) => one.imageId === imageId && one.frame === frame),
    draw,
    remove: (id: number) => setAll(all.filter((one) => one.id !== id)),
    /** What stands at an arrow. */
    annotate: (id: number, text: string) => setAll(all.map((one) => (one.id === id ? { ...one, text } : one))),
  };
}
