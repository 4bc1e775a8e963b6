import { marks, type studies } from '@duai/contract';
import type { Place, StudySource } from '../../../viewer/study-source.ts';
import type { TakenMeasurement } from '../report/measured/measured-sentence.ts';
import { seriesName } from '../series-list.tsx';

type Measured = Pick<TakenMeasurement, 'id' | 'measure' | 'text'> & Place & Pick<marks.Measurement, 'plane'>;

/** Names the series and the image, or the computed plane, of each measurement as reports do; undefined for an image that is not shown. */
export function measuredPlaces({ series }: Pick<StudySource, 'series'>, examinations: readonly studies.Study[]) {
  const all = examinations.flatMap((examination) => examination.series);
  const names = new Map(all.map((one) => [one.id, seriesName(one)]));
  const places = new Map(
    series.flatMap(({ id, images }) => images.map((image) => [image.id, { ...image, series: names.get(id) }] as const)),
  );
  return ({ id, measure, text, imageId, frame, plane }: Measured): TakenMeasurement | undefined => {
    const place = places.get(imageId);
    if (!place || frame >= place.frames) return undefined;
    const image = plane ? marks.computedPlaneName(plane) : place.number + frame;
    return { id, measure, text, image, slabMm: plane?.slabMm, series: place.series };
  };
}
