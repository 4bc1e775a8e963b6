import { areParallel, centreOf, type ImagePlane, plus, type Vector } from './planes.ts';

/** The place of each viewport of a room in its patient, now and when the viewports were linked. */
export interface RoomPlaces {
  readonly now: ReadonlyMap<string, ImagePlane>;
  readonly linkedAt: ReadonlyMap<string, ImagePlane>;
}

/**
 * Where the other viewports go when one moves: within one frame of reference to the same place; in examinations of different
 * days, whose coordinates are unrelated, by the same distance from where they were linked. Only along parallel slices, at their
 * centres.
 */
export function placesAfter({ now, linkedAt }: RoomPlaces, moved: string, to: ImagePlane): Map<string, Vector> {
  const from = linkedAt.get(moved);
  const centre = centreOf(to);
  const targets = new Map<string, Vector>();
  for (const [id, plane] of now) {
    if (id === moved || !areParallel(plane, to)) continue;
    const isShared = plane.frameOfReferenceUid !== null && plane.frameOfReferenceUid === to.frameOfReferenceUid;
    const base = linkedAt.get(id);
    if (isShared) targets.set(id, centre);
    else if (base && from) targets.set(id, plus(centreOf(base), plus(centre, centreOf(from), -1)));
  }
  return targets;
}
