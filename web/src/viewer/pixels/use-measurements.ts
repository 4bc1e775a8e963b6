import type { marks } from '@duai/contract';
import type { Measure } from '@duai/imaging/browser';
import { useState } from 'react';
import type { Place } from '../study-source.ts';
import { type Draft, type DrawStep, draftAfter } from './drafts.ts';
import type { ToldMeasurement } from './measurements.tsx';

export interface PlacedMeasurement extends ToldMeasurement, Place {}
export type NewMeasurement = Omit<PlacedMeasurement, 'id'>;

/** Measurements stored on a server. Without `change` they are read-only, and new ones are lost with the page. */
export interface KeptMeasurements {
  readonly all: readonly (PlacedMeasurement & Pick<marks.Measurement, 'isOwn' | 'measuredBy'>)[];
  /** Saves this reader's measurements as a DICOM SR file. */
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

/** The measurements on the images of a series, and the draft, which ends with its tool. */
export function useMeasurements(kept: KeptMeasurements | undefined, measure: Measure | null) {
  const [own, setOwn] = useState<readonly PlacedMeasurement[]>([]);
  const [draft, setDraft] = useState<Draft & PlacedMeasurement>();
  if (draft && draft.measure !== measure) setDraft(undefined);
  const [nextId, setNextId] = useState(1);
  const all = [...(kept?.all ?? []), ...own];

  /** Handles one pointer event; `tell` gives the result as text, called once for each change of a measurement. */
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
    /** Ends a draft that waits for its next point. */
    drop: () => {
      if (draft && !draft.isHeld) setDraft(undefined);
    },
    /** Undefined if this reader has stored no measurements. */
    save: kept?.all.some(({ isOwn }) => isOwn) ? kept.save : undefined,
    /** Whether the reader drew it and may still change it. */
    canChange: (id: string) =>
      isOfThisPage(id) || (kept?.change !== undefined && kept.all.some((one) => one.id === id && one.isOwn)),
    remove: (id: string) => (isOfThisPage(id) ? setOwn(own.filter((one) => one.id !== id)) : kept?.change?.remove(id)),
    /** Sets the text of an arrow. */
    annotate: (id: string, text: string) =>
      isOfThisPage(id)
        ? setOwn(own.map((one) => (one.id === id ? { ...one, text } : one)))
        : kept?.change?.annotate(id, text),
  };
}
