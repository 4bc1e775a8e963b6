import type { KeptMeasurements } from '../../measuring/use-measurements.ts';
import type { ViewableSeries } from '../../study-source.ts';
import type { PlanesSource } from '../../volume/open-volume.ts';

/**
 * The measurements of computed planes, for the planes on show: those of another look are left out, and new ones are stored with the
 * plane that they are drawn on. Undefined where points on these planes have no place in the patient, so that none is stored.
 */
export function onPlanes(
  kept: KeptMeasurements,
  planes: PlanesSource,
  { images: [first, ...more] }: ViewableSeries,
): KeptMeasurements | undefined {
  const [plane] = planes.series.flatMap(({ images }) => images.slice(0, 1));
  if (!first || !plane || !planes.planeOf(plane.id)) return undefined;
  const ids = new Set([first, ...more].map(({ id }) => id));
  const { change } = kept;
  return {
    ...kept,
    all: kept.onPlanes.flatMap((one) => {
      const imageId = ids.has(one.imageId) ? planes.imageOf(one.plane) : undefined;
      return imageId === undefined ? [] : [{ ...one, imageId, frame: 0 }];
    }),
    change: change && {
      ...change,
      add: (drawn) => change.add({ ...drawn, imageId: first.id, frame: 0, plane: planes.planeOf(drawn.imageId) }),
    },
  };
}
