import type { marks } from '@duai/contract';
import type { Measure } from '@duai/imaging/browser';
import { useState } from 'react';
import { type Layout, toImage } from '../pixels/layout.ts';
import type { Point } from '../stage/gestures.ts';
import type { Place } from '../study-source.ts';
import { type Draft, type DrawStep, draftAfter } from './drafts.ts';
import type { Told, ToldMeasurement } from './measurements.tsx';
import { type Handle, handleAt, isUsable, movedPoints, type Taking } from './moving.ts';

export interface PlacedMeasurement extends ToldMeasurement, Place {
  /** It lies on this plane, computed from the series of the image, and not on the image. */
  readonly plane?: marks.ComputedPlane | undefined;
  /** Its figures of values, which no server finds on a plane. */
  readonly values?: Told['values'] | undefined;
}
export type NewMeasurement = Omit<PlacedMeasurement, 'id'>;
type Moved = Pick<PlacedMeasurement, 'points' | 'text' | 'values'>;
type KeptMeasurement = PlacedMeasurement & Pick<marks.Measurement, 'isOwn' | 'measuredBy'>;

/** Measurements stored on a server. Without `change` they are read-only, and new ones are lost with the page. */
export interface KeptMeasurements {
  readonly all: readonly KeptMeasurement[];
  /** Those on computed planes, each with an image of the series that its plane was computed from. */
  readonly onPlanes: readonly (KeptMeasurement & Required<Pick<marks.Measurement, 'plane'>>)[];
  /** Saves this reader's measurements as a DICOM SR file. */
  readonly save: () => void;
  readonly change:
    | {
        readonly add: (measurement: NewMeasurement) => void;
        readonly remove: (id: string) => void;
        readonly annotate: (id: string, text: string) => void;
        readonly move: (id: string, to: Moved) => void;
      }
    | undefined;
}

const OF_THIS_PAGE = 'page-';

/** A measurement that is being moved: as it was, with its points and its text as they are now. */
interface Held {
  readonly before: PlacedMeasurement;
  readonly now: PlacedMeasurement;
  readonly handle: Handle;
  /** Where it was taken, in image coordinates. */
  readonly from: Point;
}

/** A pointer over the frame on the stage. */
export interface Pointed extends Place, Taking {
  /** Relative to the stage's centre. */
  readonly at: Point;
  readonly layout: Layout;
}

/** The measurements on the images of a series, and the draft, which ends with its tool. */
export function useMeasurements(kept: KeptMeasurements | undefined, measure: Measure | null) {
  const [own, setOwn] = useState<readonly PlacedMeasurement[]>([]);
  const [draft, setDraft] = useState<Draft & PlacedMeasurement>();
  if (draft && draft.measure !== measure) setDraft(undefined);
  const [nextId, setNextId] = useState(1);
  const [held, setHeld] = useState<Held>();
  const all = [...(kept?.all ?? []), ...own];
  const isOfThisPage = (id: string) => own.some((one) => one.id === id);
  /** Whether the reader drew it and may still change it. */
  const canChange = (id: string) =>
    isOfThisPage(id) || (kept?.change !== undefined && kept.all.some((one) => one.id === id && one.isOwn));
  const isOn =
    ({ imageId, frame }: Place) =>
    (one: Place) =>
      one.imageId === imageId && one.frame === frame;

  /** What a press here would take of the measurements that the reader may change, those drawn later first. */
  function handleUnder({ at, layout, ...pointed }: Pointed) {
    for (const measurement of all.filter(isOn(pointed)).reverse()) {
      const handle = canChange(measurement.id) ? handleAt(measurement, at, layout, pointed) : undefined;
      if (handle !== undefined) return { measurement, handle };
    }
    return undefined;
  }

  /** Handles one pointer event that moves a measurement. @returns whether it did */
  function move(
    { phase, ...pointed }: Pointed & Pick<DrawStep, 'phase'>,
    tell: (measurement: PlacedMeasurement) => Told,
  ): boolean {
    const point = toImage(pointed.at, pointed.layout);
    if (phase === 'down') {
      const under = handleUnder(pointed);
      setHeld(under && { before: under.measurement, now: under.measurement, handle: under.handle, from: point });
      return under !== undefined;
    }
    if (!held) return false;
    if (phase === 'cancel' || !isOn(pointed)(held.before)) {
      setHeld(undefined);
      return true;
    }
    const points = movedPoints(held.before, held.handle, held.from, point, pointed.layout);
    const now = { ...held.before, points };
    // The text of an arrow is its reader's.
    const moved = now.measure === 'arrow' ? now : { ...now, ...tell(now) };
    if (phase === 'move') {
      setHeld({ ...held, now: moved });
      return true;
    }
    setHeld(undefined);
    const hasMoved = point.x !== held.from.x || point.y !== held.from.y;
    if (hasMoved && (held.handle === 'all' || isUsable(moved, pointed.layout))) place(moved);
    return true;
  }
  function place({ id, points, text, values }: PlacedMeasurement): void {
    if (isOfThisPage(id)) setOwn(own.map((one) => (one.id === id ? { ...one, points, text } : one)));
    else kept?.change?.move(id, { points, text, values });
  }

  /** Handles one pointer event; `tell` is called once for each change of a measurement. */
  function draw(step: DrawStep, tell: (draft: Draft) => Told): void {
    const next = draftAfter(draft, step);
    const id = `${OF_THIS_PAGE}${nextId}`;
    setDraft(next.draft && { ...next.draft, id, ...tell(next.draft) });
    if (!next.done) return;
    const { measure, points, imageId, frame } = next.done;
    const done = { measure, points, imageId, frame, ...tell(next.done) };
    if (kept?.change) kept.change.add(done);
    else setOwn([...own, { ...done, id }]);
    setNextId(nextId + 1);
  }

  return {
    all,
    on: (place: Place) =>
      [...all.map((one) => (one.id === held?.before.id ? held.now : one)), ...(draft ? [draft] : [])].filter(
        isOn(place),
      ),
    draw,
    move,
    handleUnder,
    /** The measurement that is being moved. */
    movedId: held?.before.id,
    /** Ends a draft that waits for its next point, and leaves what is being moved where it was. */
    drop: () => {
      setHeld(undefined);
      if (draft && !draft.isHeld) setDraft(undefined);
    },
    /** Undefined if this reader has stored no measurements. */
    save: kept && [...kept.all, ...kept.onPlanes].some(({ isOwn }) => isOwn) ? kept.save : undefined,
    canChange,
    /** Its own, or one that a colleague left with the draft. */
    canRemove: (id: string) =>
      isOfThisPage(id) || (kept?.change !== undefined && kept.all.some((one) => one.id === id)),
    /** Who measured, where that is a colleague. */
    colleagueOf: (id: string) => kept?.all.find((one) => one.id === id && !one.isOwn)?.measuredBy,
    remove: (id: string) => (isOfThisPage(id) ? setOwn(own.filter((one) => one.id !== id)) : kept?.change?.remove(id)),
    /** Sets the text of an arrow. */
    annotate: (id: string, text: string) =>
      isOfThisPage(id)
        ? setOwn(own.map((one) => (one.id === id ? { ...one, text } : one)))
        : kept?.change?.annotate(id, text),
  };
}
