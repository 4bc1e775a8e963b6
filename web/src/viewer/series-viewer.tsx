import type { cases } from '@duai/contract';
import { useState } from 'react';
import { useMessages } from '../lib/messages.tsx';
import { SliceViewer, type SliceViewerProps, type StartingImage } from './slice-viewer.tsx';

interface SeriesViewerProps extends Omit<SliceViewerProps, 'series' | 'start'> {
  readonly series: readonly cases.ViewableSeries[];
  /** The image to show; another object each time it is wished. */
  readonly target?: StartingImage | undefined;
}

/** All series of an examination; the one of the wished image, else the largest, is on show first. */
export function SeriesViewer({ series, target, ...viewer }: SeriesViewerProps) {
  const texts = useMessages().viewer;
  const seriesOf = (wish: StartingImage | undefined) =>
    series.find(({ images }) => images.some(({ id }) => id === wish?.imageId));
  const [chosenId, setChosenId] = useState(() => (seriesOf(target) ?? largest(series))?.id);
  const [followed, setFollowed] = useState({ target, times: 0 });
  if (target !== followed.target) {
    setFollowed({ target, times: followed.times + 1 });
    setChosenId(seriesOf(target)?.id ?? chosenId);
  }
  const chosen = series.find(({ id }) => id === chosenId) ?? series[0];
  if (!chosen) return <p className="text-grey-4">{texts.nothing}</p>;
  return (
    <div className="grid gap-5">
      {series.length > 1 && (
        <nav aria-label={texts.series}>
          <ul className="flex flex-wrap gap-2">
            {series.map((entry, index) => (
              <li key={entry.id}>
                <button
                  type="button"
                  aria-current={entry.id === chosen.id}
                  onClick={() => setChosenId(entry.id)}
                  className="min-h-11 max-w-72 rounded border border-grey-2 bg-surface px-3 py-1.5 text-start hover:border-ink aria-[current=true]:border-signal aria-[current=true]:bg-signal-soft"
                >
                  <bdi className="block truncate font-semibold">
                    {entry.description ?? entry.modality ?? texts.seriesNumber({ index: index + 1 })}
                  </bdi>
                  <span className="block text-[0.85em] text-grey-4 tabular-nums">
                    {texts.images({ count: countOf(entry) })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <SliceViewer key={`${chosen.id} ${followed.times}`} series={chosen} start={target} {...viewer} />
    </div>
  );
}

const countOf = (series: cases.ViewableSeries): number => series.images.reduce((sum, { frames }) => sum + frames, 0);

const largest = (series: readonly cases.ViewableSeries[]): cases.ViewableSeries | undefined =>
  [...series].sort((one, other) => countOf(other) - countOf(one))[0];
