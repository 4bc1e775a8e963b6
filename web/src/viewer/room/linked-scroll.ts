import type { Crosshair } from './linked-place.ts';
import { areParallel, centreOf, dot, type ImagePlane, normalOf, plus, type Vector } from './planes.ts';

/** The place of each viewport of a room in its patient, now and when the viewports were linked. */
export interface RoomPlaces {
  readonly now: ReadonlyMap<string, ImagePlane>;
  readonly linkedAt: ReadonlyMap<string, ImagePlane>;
}

const isSharedBy = (one: ImagePlane, { frameOfReferenceUid }: Pick<ImagePlane, 'frameOfReferenceUid'>): boolean =>
  frameOfReferenceUid !== null && one.frameOfReferenceUid === frameOfReferenceUid;

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
    const base = linkedAt.get(id);
    if (isSharedBy(plane, to)) targets.set(id, centre);
    else if (base && from) targets.set(id, plus(centreOf(base), plus(centre, centreOf(from), -1)));
  }
  return targets;
}

/**
 * Where linked viewports go that are outside the frame of reference of a crosshair: along their slices by the same distance from
 * where they were linked as it is from a parallel slice in its own, that of the viewport it was put on where that is one.
 */
export function placesBeside({ now, linkedAt }: RoomPlaces, crosshair: Crosshair, by: string): Map<string, Vector> {
  const own = linkedAt.get(by);
  const inside = [...(own ? [own] : []), ...linkedAt.values()].filter((plane) => isSharedBy(plane, crosshair));
  const targets = new Map<string, Vector>();
  for (const [id, plane] of now) {
    const base = linkedAt.get(id);
    const from = inside.find((one) => areParallel(one, plane));
    if (isSharedBy(plane, crosshair) || !base || !from) continue;
    const normal = normalOf(from);
    targets.set(id, plus(centreOf(base), normal, dot(plus(crosshair.point, centreOf(from), -1), normal)));
  }
  return targets;
}

/**
 * The places with that of a viewport whose series came after the others had been linked: as another one of its frame of reference
 * was linked, else as if it had been there and had gone with the others to where it is now. Of these the one that has gone
 * furthest counts, for a series may have ended before.
 */
export function linkedLater({ now, linkedAt }: RoomPlaces, id: string, plane: ImagePlane): Map<string, ImagePlane> {
  const parallel = [...linkedAt].filter(([, base]) => areParallel(base, plane));
  const known = parallel.find(([, base]) => isSharedBy(base, plane))?.[1];
  if (known) return new Map(linkedAt).set(id, known);
  const normal = normalOf(plane);
  const gone = parallel
    .map(([other, base]) => dot(plus(centreOf(now.get(other) ?? base), centreOf(base), -1), normal))
    .reduce((one, other) => (Math.abs(other) > Math.abs(one) ? other : one), 0);
  return new Map(linkedAt).set(id, { ...plane, origin: plus(plane.origin, normal, -gone) });
}
