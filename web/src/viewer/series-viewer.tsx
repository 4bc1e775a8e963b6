import { useState } from 'react';
import { useLanguage } from '../lib/messages.tsx';
import { Button } from '../ui/button.tsx';
import { countOf, type ImageTarget, largestSeries, seriesOfTarget, toldNumbers } from './frames.ts';
import { isAnyMaskShown, isSameWindow, PLAIN_LOOKS, type PlainLook } from './stage/view.ts';
import { Viewport } from './stage/viewport.tsx';
import type { ViewportTools } from './stage/viewport-tools.ts';
import type { StudySource } from './study-source.ts';

/**
 * All series of an examination for patients and doctors. The series of the requested image is shown first, or else the
 * largest.
 */
export function SeriesViewer({
  source,
  target,
}: {
  readonly source: StudySource;
  /** The image to show; a new object for each request. */
  readonly target?: ImageTarget | undefined;
}) {
  const { language, messages } = useLanguage();
  const texts = messages.viewer;
  const { series } = source;
  const [chosenId, setChosenId] = useState(() => (seriesOfTarget(series, target) ?? largestSeries(series))?.id);
  const [followed, setFollowed] = useState(target);
  /** True if the series was changed from the stage; then the focus stays there. */
  const [isOnStage, setIsOnStage] = useState(false);
  if (target !== followed) {
    setFollowed(target);
    setChosenId(seriesOfTarget(series, target)?.id ?? chosenId);
  }
  const chosen = series.find(({ id }) => id === chosenId) ?? series[0];
  if (!chosen) return <p className="text-grey-4">{texts.nothing}</p>;
  const numbers = toldNumbers(chosen);
  const position = (at: { index: number; total: number }) => {
    const number = numbers[at.index - 1] ?? at.index;
    return number === at.index ? texts.position(at) : texts.numbered({ ...at, number });
  };
  const choose = (id: string | undefined, fromStage: boolean) => {
    if (id === undefined) return;
    setIsOnStage(fromStage);
    setChosenId(id);
  };
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
                  onClick={() => choose(entry.id, false)}
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
      <Viewport
        key={chosen.id}
        source={source}
        series={chosen}
        target={target}
        texts={{ ...texts, position, image: position, caption: position, pixels: null }}
        isRightToLeft={language === 'ar'}
        stageClassName="h-[min(62dvh,92vw)] min-h-72"
        takesFocus={isOnStage}
        onSeries={(by) => choose(series[series.indexOf(chosen) + by]?.id, true)}
        tools={(tools) => (
          <>
            <LookTools {...tools} />
            <MarkSwitch {...tools} />
          </>
        )}
        hint={() => <p className="text-[0.9em] text-grey-4">{texts.hint}</p>}
      />
    </div>
  );
}

/** One switch for all that AI marked and the signer of the report accepted. */
function MarkSwitch({ overlays, haveMasksFailed, view, run }: ViewportTools) {
  const texts = useLanguage().messages.viewer;
  if (haveMasksFailed) return <p className="text-[0.9em] font-medium text-red">{texts.marksFailed}</p>;
  if (overlays.length === 0) return null;
  return (
    <label className="inline-flex min-h-11 items-center gap-2 text-[0.9em] sm:ms-2">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-(--signal)"
        checked={isAnyMaskShown(
          view,
          overlays.map(({ code }) => code),
        )}
        onChange={() => run({ do: 'toggle-masks' })}
      />
      {texts.marks}
    </label>
  );
}

/** Windows in plain words; lighter and darker if none has a name. */
function LookTools({ view, presets, run }: ViewportTools) {
  const texts = useLanguage().messages.viewer;
  const plainLooks = Object.keys(PLAIN_LOOKS) as PlainLook[];
  const choices =
    presets.length > 1
      ? presets.map(({ name, window }) => ({
          name,
          isChosen: isSameWindow(window, view.window),
          choose: () => run({ do: 'choose-window', window }),
        }))
      : plainLooks.map((name) => ({
          name,
          isChosen: name === view.look,
          choose: () => run({ do: 'choose-look', look: name }),
        }));
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{texts.look}</legend>
      {choices.map(({ name, isChosen, choose }) => (
        <Button
          key={name}
          size="small"
          variant={isChosen ? 'secondary' : 'quiet'}
          aria-pressed={isChosen}
          onClick={choose}
        >
          {texts.looks[name]}
        </Button>
      ))}
    </fieldset>
  );
}
