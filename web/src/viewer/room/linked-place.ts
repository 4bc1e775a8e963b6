import { useEffect, useMemo, useRef } from 'react';
import type { Frame } from '../frames.ts';
import { ofFrame, type PixelDescription } from '../pixels/values/describe-pixels.ts';
import type { Point } from '../stage/gestures.ts';
import { crosshairAt } from './crosshair.ts';
import { type ImagePlane, isShownOn, nearestPlane, onPlane, planeOf, referenceLine, type Vector } from './planes.ts';

/** Where the crosshair is, in the frame of reference of the image that it was put on. */
export interface Crosshair {
  readonly point: Vector;
  readonly frameOfReferenceUid: string | null;
}

/** The link of a viewport to the other viewports of a room: reports its place in the patient, and receives places to go to. */
export interface RoomPlace {
  /** A new object for each request. */
  readonly goTo: Vector | undefined;
  /** The image whose intersection line is drawn here. */
  readonly lineOf: ImagePlane | undefined;
  /** A point of the patient that all viewports of its frame of reference show; undefined without the crosshair. */
  readonly cross: Crosshair | undefined;
  /** Puts the crosshair there; undefined without it. */
  readonly onPoint: ((at: Crosshair) => void) | undefined;
  /** `isMoved`: moved by the reader, not because another viewport moved. */
  readonly onPlace: (plane: ImagePlane, isMoved: boolean) => void;
}

/**
 * Follows linked viewports, and tells them where this one is. @returns the cut of another image on this one, where the
 * crosshair lies on it, and what puts it there
 */
export function useLinkedPlace(
  place: RoomPlace | undefined,
  frames: readonly Frame[],
  descriptions: ReadonlyMap<string, PixelDescription> | undefined,
  { at, go }: { at: number; go: (to: number) => void },
) {
  const planes = useMemo(
    () => frames.map(({ image, frame }) => planeOf(ofFrame(descriptions?.get(image.sopInstanceUid ?? ''), frame))),
    [frames, descriptions],
  );
  const own = planes[at] ?? null;
  const now = useRef({ place, planes, at, go });
  /** The frame that it was sent to: arriving there does not count as a move by the reader. */
  const sentTo = useRef<number | undefined>(undefined);
  const told = useRef<{ plane: ImagePlane; planes: typeof planes; at: number }>(null);
  /** The image on show before the one of a whole volume, which has no others to scroll to. */
  const beforeWhole = useRef<number | undefined>(undefined);
  useEffect(() => {
    now.current = { place, planes, at, go };
  });
  useEffect(() => {
    const last = told.current;
    if (!own || last?.plane === own) return;
    // Other images in place of the old ones, as of planes that were turned, are no move.
    const isMoved = last?.planes === planes && sentTo.current !== at;
    sentTo.current = undefined;
    told.current = { plane: own, planes, at };
    now.current.place?.onPlace(own, isMoved);
    if (own.isWholeDepth && !last?.plane.isWholeDepth) beforeWhole.current = last?.at;
    if (own.isWholeDepth || !last?.plane.isWholeDepth || beforeWhole.current === undefined) return;
    sentTo.current = beforeWhole.current;
    now.current.go(beforeWhole.current);
  }, [own, planes, at]);
  const goTo = place?.goTo;
  useEffect(() => {
    const { planes, at } = now.current;
    const target = goTo && nearestPlane(planes, goTo, at);
    if (target === undefined) return;
    sentTo.current = target;
    now.current.go(target);
  }, [goTo]);
  const line = own && place?.lineOf ? referenceLine(own, place.lineOf) : null;
  const isHere = own !== null && place?.cross?.frameOfReferenceUid === own.frameOfReferenceUid;
  // A series may end before the point: its last slice is sent there, and does not hold it.
  const isCrossed = isHere && place?.cross && isShownOn(place.cross.point, own, planes);
  const cross = isCrossed ? onPlane(place.cross.point, own) : null;
  const pointAt = own && place?.onPoint ? (at: Point) => place.onPoint?.(crosshairAt(at, own, place.cross)) : undefined;
  return { line, cross, pointAt };
}
