import type { studies } from '@duai/contract';
import { findTarget, framesOf, toldNumbers } from '../../../viewer/frames.ts';
import type { Place, StudySource } from '../../../viewer/study-source.ts';
import type { TakenMeasurement } from '../report/measured/measured-sentence.ts';
import { seriesName } from '../series-list.tsx';

/** A measurement with its series and image as reports name them; undefined for an image that is not shown. */
export function takenAt(
  { id, measure, text, ...place }: Pick<TakenMeasurement, 'id' | 'measure' | 'text'> & Place,
  { series: shown }: Pick<StudySource, 'series'>,
  examinations: readonly studies.Study[],
): TakenMeasurement | undefined {
  const of = shown.find(({ images }) => images.some((image) => image.id === place.imageId));
  const at = of && findTarget(framesOf(of), { ...place, window: null });
  if (!of || at === undefined) return undefined;
  const named = examinations.flatMap(({ series }) => series).find((series) => series.id === of?.id);
  return { id, measure, text, image: toldNumbers(of)[at] ?? at + 1, series: named && seriesName(named) };
}
