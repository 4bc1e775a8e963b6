import type { useWorkTexts } from '../../lib/messages.tsx';
import { examinationName } from '../../lib/study-names.ts';
import type { ViewableSeries } from '../study-source.ts';
import type { RoomStudy } from './series-rail.tsx';

type RoomTexts = ReturnType<typeof useWorkTexts>['viewer']['room'];

export const seriesTitle = (texts: RoomTexts, { description, modality }: ViewableSeries): string =>
  description ?? modality ?? texts.unnamed;

export const seriesNumberText = (texts: RoomTexts, { seriesNumber }: ViewableSeries): string | null =>
  typeof seriesNumber === 'number' ? texts.number({ number: seriesNumber }) : null;

/** Which series a viewport shows; below it whose it is, and of which examination where there are several. */
export function captionOf(texts: RoomTexts, { title, source }: RoomStudy, seriesId: string): readonly string[] {
  const series = source.series.find(({ id }) => id === seriesId);
  const examinations = new Set(source.series.map(({ examination }) => examination?.id));
  const shown = examinations.size > 1 ? series?.examination : undefined;
  const study = [shown && examinationName(shown), title].filter(Boolean).join(', ');
  if (!series) return [study];
  return [[seriesTitle(texts, series), seriesNumberText(texts, series)].filter(Boolean).join(' · '), study];
}
