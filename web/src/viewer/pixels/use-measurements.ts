import type { marks } from '@duai/contract';
import { useState } from 'react';
import type { Place } from '../study-source.ts';
import { type Draft, type DrawStep, draftAfter } from './drafts.ts';
import type { ToldMeasurement } from './measurements.tsx';

export interface PlacedMeasurement extends ToldMeasurement, Place {}
export type NewMeasurement = Omit<PlacedMeasurement, 'id'>;

/** Measurements that a server keeps. Without `change` they are shown, and what is drawn beside them goes with the page. */
export interface KeptMeasurements {
  readonly all: readonly (PlacedMeasurement & Pick<marks.Measurement, 'isOwn' | 'measuredBy'>)[];
  /** Those of this reader as a file of DICOM SR. */
  readonly save: () => void;
  readonly change:
    | {
        readonly add: (measurement: NewMeasurement) => void;
        readonly remove: (id: string) => void;
        readonly annotate: (id: string, text: string) => void;
      }
    | undefined;
}

const OF_THIS_PAGE = 'page-';

/** What was measured on the images of a series, and what is being drawn. */
export function useMeasurements(kept: KeptMeasurements | undefined) {
  const [own, setOwn] = useState<readonly PlacedMeasurement[]>([]);
  const [draft, setDraft] = useState<Draft & PlacedMeasurement>();
  const [nextId, setNextId] = useState(1);
  const all = [...(kept?.all ?? []), ...own];

  /** One move of the pointer; `tell` says what a measurement finds, once for each change of it. */
  function draw(step: DrawStep, tell: (draft: Draft) => string): void {
    const next = draftAfter(draft, step);
    const id = `${OF_THIS_PAGE}${nextId}`;
    setDraft(next.draft && { ...next.draft, id, text: tell(next.draft) });
    if (!next.done) return;
    const { measure, points, imageId, frame } = next.done;
    const done = { measure, points, imageId, frame, text: tell(next.done) };
    if (kept?.change) kept.change.add(done);
    else setOwn([...own, { ...done, id }]);
    setNextId(nextId + 1);
  }
  const isOfThisPage = (id: string) => own.some((one) => one.id === id);

  return {
    all,
    on: ({ imageId, frame }: Place) =>
      [...all, ...(draft ? [draft] : [])].filter((one) => one.imageId === imageId && one.frame === frame),
    draw,
    /** Undefined where this reader has nothing stored. */
    save: kept?.all.some(({ isOwn }) => isOwn) ? kept.save : undefined,
    /** Who asks drew it, and it may still be changed. */
    canChange: (id: string) =>
      isOfThisPage(id) || (kept?.change !== undefined && kept.all.some((one) => one.id === id && one.isOwn)),
    remove: (id: string) => (isOfThisPage(id) ? setOwn(own.filter((one) => one.id !== id)) : kept?.change?.remove(id)),
    /** What stands at an arrow. */
    annotate: (id: string, text: string) =>
      isOfThisPage(id)
        ? setOwn(own.map((one) => (one.id === id ? { ...one, text } : one)))
        : kept?.change?.annotate(id, text),
  };
}
