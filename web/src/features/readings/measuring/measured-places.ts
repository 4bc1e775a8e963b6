import type { marks, studies } from '@duai/contract';
import type { Place, StudySource } from '../../../viewer/study-source.ts';
import { STRAIGHT, turnName } from '../../../viewer/volume/turn.ts';
import type { TakenMeasurement } from '../report/measured/measured-sentence.ts';
import { seriesName } from '../series-list.tsx';

type Measured = Pick<TakenMeasurement, 'id' | 'measure' | 'text'> & Place & Pick<marks.Measurement, 'plane'>;

/** One that is turned is oblique. */
const planeNameOf = ({ kind, turn }: marks.ComputedPlane) => (turnName(turn) === turnName(STRAIGHT) ? kind : 'oblique');

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
    const image = plane ? planeNameOf(plane) : place.number + frame;
    return { id, measure, text, image, series: place.series };
  };
}
