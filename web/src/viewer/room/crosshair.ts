import type { Point } from '../stage/gestures.ts';
import type { Crosshair } from './linked-place.ts';
import { centreOf, cross as crossProduct, dot, type ImagePlane, inPatient, plus, type Vector } from './planes.ts';

/** In the middle of an image, where the crosshair begins. */
export const middleOf = (plane: ImagePlane): Crosshair => ({
  point: centreOf(plane),
  frameOfReferenceUid: plane.frameOfReferenceUid,
});

/**
 * A crosshair that is put on an image. In a maximum of the whole volume a place has no depth: the crosshair goes aside, and
 * stays as deep as it was.
 */
export function crosshairAt(at: Point, plane: ImagePlane, before: Crosshair | undefined): Crosshair {
  const put = { point: inPatient(at, plane), frameOfReferenceUid: plane.frameOfReferenceUid };
  if (!plane.isWholeDepth || before?.frameOfReferenceUid !== plane.frameOfReferenceUid) return put;
  const normal = crossProduct(plane.across, plane.down);
  return { ...put, point: plus(put.point, normal, dot(plus(before.point, put.point, -1), normal)) };
}

/** A crosshair that its reader takes along while scrolling: straight on to the image that is now on show. */
export function carriedTo(crosshair: Crosshair, plane: ImagePlane): Crosshair {
  if (plane.frameOfReferenceUid !== crosshair.frameOfReferenceUid) return crosshair;
  const normal = crossProduct(plane.across, plane.down);
  const distance = dot(plus(plane.origin, crosshair.point, -1), normal);
  return { ...crosshair, point: plus(crosshair.point, normal, distance) };
}

/** Which viewports go to the crosshair: all others whose image is in its frame of reference. */
export function targetsAt(
  { point, frameOfReferenceUid }: Crosshair,
  places: ReadonlyMap<string, ImagePlane>,
  except: string,
): Map<string, Vector> {
  // Another object each time: a viewport that is sent to the same place once more goes there again.
  const target: Vector = [...point];
  return new Map(
    [...places].flatMap(([id, plane]) =>
      id !== except && frameOfReferenceUid !== null && plane.frameOfReferenceUid === frameOfReferenceUid
        ? [[id, target] as const]
        : [],
    ),
  );
}
