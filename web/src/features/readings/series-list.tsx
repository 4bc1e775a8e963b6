import type { SeenSeries, studies } from '@duai/contract';
import { Check } from 'lucide-react';
import { formatNumber } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { examinationName, underHeadings } from '../../lib/study-names.ts';
import { letterOf, peopleOf } from './people.ts';
import { useSeenSeries } from './reading-queries.ts';

interface SeriesListProps {
  readonly studies: readonly studies.Study[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
  /** The series that this reader has opened, if that is tracked. */
  readonly opened?: readonly string[];
  /** How many slices of each series were on screen. */
  readonly seen?: readonly SeenSeries[];
}

/** The series of a case or study by examination, with one selected; if they name several people, each shows its person. */
export function SeriesList({ studies: examinations, ...list }: SeriesListProps) {
  const texts = useWorkTexts().readings.series;
  const people = peopleOf(examinations.flatMap(({ series }) => series));
  const shown = examinations.filter(({ series }) => series.length > 0);
  return (
    <nav aria-label={texts.label} className="grid min-w-0 grid-cols-1 gap-2">
      {underHeadings(shown, examinationName).map(({ heading, items }) => (
        <section key={items[0].id} aria-label={heading || undefined} className="grid grid-cols-1 gap-1">
          <h3 className="text-xs font-semibold text-grey-4 empty:hidden">{heading}</h3>
          <SeriesOfExamination {...list} series={items.flatMap(({ series }) => series)} people={people} />
        </section>
      ))}
    </nav>
  );
}

/** The series of a case, with how much of each its reader has had on screen. */
export function SeenSeriesList({ caseId, ...list }: Omit<SeriesListProps, 'seen'> & { readonly caseId: string }) {
  return <SeriesList {...list} seen={useSeenSeries(caseId)} />;
}

function SeriesOfExamination({
  series,
  people,
  chosen,
  onChoose,
  opened = [],
  seen = [],
}: Omit<SeriesListProps, 'studies'> & {
  readonly series: readonly studies.Series[];
  readonly people: readonly string[];
}) {
  const { readings, names, viewer } = useWorkTexts();
  const texts = readings.series;
  return (
    <ul className="grid grid-cols-1 gap-1">
      {series.map((entry) => {
        const problems = Map.groupBy(
          entry.instances.flatMap(({ problem }) => problem ?? []),
          ({ code }) => code,
        );
        return (
          <li key={entry.id}>
            <button
              type="button"
              aria-current={entry.id === chosen}
              onClick={() => onChoose(entry.id)}
              className="w-full rounded border border-grey-2 bg-surface px-3 py-1.5 text-start text-sm hover:border-ink aria-[current=true]:border-signal aria-[current=true]:bg-signal-soft"
            >
              <span className="flex items-center justify-between gap-2">
                <span className="truncate font-semibold">{seriesName(entry) ?? texts.unnamed}</span>
                {entry.seriesNumber !== null && (
                  <span className="me-auto shrink-0 text-xs text-grey-4 tabular-nums">
                    {viewer.room.number({ number: entry.seriesNumber })}
                  </span>
                )}
                {opened.includes(entry.id) && (
                  <Check role="img" aria-label={texts.opened} className="size-4 shrink-0 text-green" />
                )}
              </span>
              <span className="block text-xs text-grey-4">
                {[
                  entry.modality,
                  names.images({ count: entry.instances.length }),
                  entry.sliceThicknessMm && `${formatNumber(entry.sliceThicknessMm, activeLanguage())} mm`,
                  entry.convolutionKernel,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {seen
                .filter(({ seriesId }) => seriesId === entry.id)
                .map((share) => (
                  <span key={entry.id} className="block text-xs text-grey-4">
                    {texts.seen(seenShare(share))}
                  </span>
                ))}
              {people.length > 1 && entry.people.length > 0 && (
                <span className="block text-xs font-medium">
                  {entry.people
                    .map((key) => readings.identity.person({ letter: letterOf(people.indexOf(key)) }))
                    .join(', ')}
                </span>
              )}
              {[...problems].map(([code, same]) => (
                <span key={code} className="block text-xs font-medium text-red">
                  {names.notShown({ count: same.length })}: {same[0]?.message}
                </span>
              ))}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

export const seriesName = (series: studies.Series): string | undefined =>
  series.description ?? series.modality ?? series.instances[0]?.originalName;

/** In whole percent; it stays below 100 until every slice was seen. */
export const seenShare = ({ shown, total }: SeenSeries) => ({
  shown: formatNumber(shown, activeLanguage()),
  total: formatNumber(total, activeLanguage()),
  percent: formatNumber(Math.floor((100 * shown) / total), activeLanguage()),
});
