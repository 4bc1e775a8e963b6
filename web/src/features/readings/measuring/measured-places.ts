import type { studies } from '@duai/contract';
import { findTarget, framesOf, toldNumbers } from '../../../viewer/frames.ts';
import type { PlaneMeasurement } from '../../../viewer/reading/plane-measurement-list.tsx';
import type { Place, StudySource, ViewableSeries } from '../../../viewer/study-source.ts';
import { STRAIGHT, turnName } from '../../../viewer/volume/turn.ts';
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
  return { id, measure, text, image: toldNumbers(of)[at] ?? at + 1, series: nameIn(examinations, of) };
}

/** The same for a measurement on a computed plane, which is told by its plane; one that is turned is oblique. */
export function takenOnPlane(
  { id, measure, text, imageId, plane }: PlaneMeasurement,
  { series: shown }: Pick<StudySource, 'series'>,
  examinations: readonly studies.Study[],
): TakenMeasurement | undefined {
  const of = shown.find(({ images }) => images.some((image) => image.id === imageId));
  const image = turnName(plane.turn) === turnName(STRAIGHT) ? plane.kind : 'oblique';
  return of && { id, measure, text, image, series: nameIn(examinations, of) };
}

function nameIn(examinations: readonly studies.Study[], { id }: ViewableSeries): string | undefined {
  const named = examinations.flatMap(({ series }) => series).find((series) => series.id === id);
  return named && seriesName(named);
}
