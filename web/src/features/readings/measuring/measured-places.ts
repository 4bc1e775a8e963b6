import type { studies } from '@duai/contract';
import type { Place, StudySource } from '../../../viewer/study-source.ts';
import type { TakenMeasurement } from '../report/measured/measured-sentence.ts';
import { seriesName } from '../series-list.tsx';

type Measured = Pick<TakenMeasurement, 'id' | 'measure' | 'text'> & Place;

/** Names the series and the image of each measurement as reports do; undefined for an image that is not shown. */
export function measuredPlaces({ series }: Pick<StudySource, 'series'>, examinations: readonly studies.Study[]) {
  const all = examinations.flatMap((examination) => examination.series);
  const names = new Map(all.map((one) => [one.id, seriesName(one)]));
  const places = new Map(
    series.flatMap(({ id, images }) => images.map((image) => [image.id, { ...image, series: names.get(id) }] as const)),
  );
  return ({ id, measure, text, imageId, frame }: Measured): TakenMeasurement | undefined => {
    const place = places.get(imageId);
    return place && frame < place.frames
      ? { id, measure, text, image: place.number + frame, series: place.series }
      : undefined;
  };
}
