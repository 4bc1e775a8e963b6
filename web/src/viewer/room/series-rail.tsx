import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useWorkTexts } from '../../lib/messages.tsx';
import { localKey } from '../../lib/query-keys.ts';
import { examinationName, underHeadings } from '../../lib/study-names.ts';
import { countOf, framesOf, middleFrame, placeOf } from '../frames.ts';
import type { StudySource, ViewableSeries } from '../study-source.ts';
import { seriesNumberText, seriesTitle } from './captions.ts';
import { type PlaneName, planeName } from './planes.ts';

/** The series that can be shown, by examination; each with its day, because a case may have several. */
const byExamination = (all: readonly ViewableSeries[]) =>
  underHeadings(
    all.filter(({ images }) => images.length > 0),
    ({ examination }) => (examination ? examinationName(examination) : ''),
  );

/** An examination whose series can be put into a viewport. */
export interface RoomStudy {
  readonly id: string;
  readonly title: string;
  readonly source: StudySource;
  /** What to know of the examination beside its series. */
  readonly note?: ReactNode;
}

/** The series of all examinations with picture, number, plane and count; a press shows one in the active viewport. */
export function SeriesRail({
  studies,
  shown,
  onChoose,
  more,
}: {
  readonly studies: readonly RoomStudy[];
  /** Which series are displayed, by study and series. */
  readonly shown: ReadonlySet<string>;
  readonly onChoose: (studyId: string, seriesId: string) => void;
  /** The way to further examinations, below these. */
  readonly more: ReactNode;
}) {
  const texts = useWorkTexts().viewer.room;
  return (
    <nav aria-label={texts.series} className="min-h-0 w-36 shrink-0 overflow-y-auto p-1 max-sm:w-24 lg:w-44">
      {studies.map(({ id, title, source, note }) => (
        <section key={id} aria-label={title} className="mb-3 grid gap-1">
          <h2 className="text-xs font-semibold text-grey-4 [overflow-wrap:anywhere]">{title}</h2>
          {note}
          {byExamination(source.series).map(({ heading, items }) => (
            <Fragment key={items[0].id}>
              {heading && <h3 className="text-xs font-semibold tabular-nums [overflow-wrap:anywhere]">{heading}</h3>}
              {items.map((series) => (
                <Thumbnail
                  key={series.id}
                  source={source}
                  series={series}
                  isShown={shown.has(`${id} ${series.id}`)}
                  onPress={() => onChoose(id, series.id)}
                />
              ))}
            </Fragment>
          ))}
        </section>
      ))}
      {more}
    </nav>
  );
}

function Thumbnail({
  source,
  series,
  isShown,
  onPress,
}: {
  readonly source: StudySource;
  readonly series: ViewableSeries;
  readonly isShown: boolean;
  readonly onPress: () => void;
}) {
  const texts = useWorkTexts().viewer.room;
  const frames = useMemo(() => framesOf(series), [series]);
  const middle = middleFrame(frames);
  const plane = usePlaneName(source, series.id);
  const picture = useQuery({
    queryKey: localKey('thumbnail', source.scope, middle?.image.id, middle?.frame),
    queryFn: async ({ signal }) => (middle ? ((await source.fetchThumbnail?.(placeOf(middle), signal)) ?? null) : null),
    enabled: source.fetchThumbnail !== undefined,
    gcTime: 60_000,
  });
  const url = useObjectUrl(picture.data ?? null);
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={onPress}
      className="grid gap-0.5 rounded border border-grey-2 bg-surface p-1 text-start text-xs hover:border-ink aria-pressed:border-signal aria-pressed:bg-signal-soft"
    >
      {source.fetchThumbnail && (
        <span className="block h-20 overflow-hidden rounded bg-[#000]">
          {url && <img src={url} alt="" className="size-full object-contain" />}
        </span>
      )}
      <span className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">{seriesTitle(texts, series)}</span>
      <span className="text-grey-4 tabular-nums">
        {[seriesNumberText(texts, series), plane && texts.planes[plane], texts.count({ count: countOf(series) })]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </button>
  );
}

/** Of all its images; null where they differ, as in a series with a localizer. */
function usePlaneName({ stored }: StudySource, seriesId: string): PlaneName | null {
  const [name, setName] = useState<PlaneName | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    stored?.describe(seriesId, controller.signal).then(
      (all) => {
        const names = new Set(
          [...all.values()].flatMap(({ orientation }) => (orientation ? planeName(orientation) : [])),
        );
        const [first] = names;
        if (!controller.signal.aborted) setName(names.size === 1 && first ? first : null);
      },
      // Without metadata only the count is shown.
      () => undefined,
    );
    return () => controller.abort();
  }, [stored, seriesId]);
  return name;
}

function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
