import { type cases, NAMED_WINDOWS, type WindowName } from '@duai/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { ImageOff, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { useLanguage } from '../lib/messages.tsx';
import { useObjectUrl } from '../lib/object-url.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { SpinnerIcon } from '../ui/spinner.tsx';
import { useStage } from './use-stage.ts';

interface ImageWish {
  readonly center?: number;
  readonly width?: number;
  readonly frame?: number;
}

/** Where no window has a name, the picture itself is made lighter or darker. */
const PLAIN_LOOKS = {
  stored: 'none',
  lighter: 'brightness(1.6)',
  darker: 'brightness(0.65) contrast(1.15)',
  inverted: 'invert(1)',
} as const;
type PlainLook = keyof typeof PLAIN_LOOKS;

/** An image to begin with, in a window or as it opens. */
export interface StartingImage {
  readonly imageId: string;
  readonly frame: number;
  readonly window: cases.ImageWindow | null;
}

export interface SliceViewerProps {
  readonly series: cases.ViewableSeries;
  /** Without it the middle of the series is on show first. */
  readonly start?: StartingImage | undefined;
  /** Fetches one image; `scope` tells apart whose images these are. */
  readonly scope: string;
  readonly load: (imageId: string, wish: ImageWish, signal: AbortSignal) => Promise<Blob>;
}

const AHEAD = [1, -1, 2, -2, 3];

/** One series to scroll, zoom and brighten, by finger, mouse or keyboard. Preview quality: not for diagnosis. */
export function SliceViewer({ series, start, scope, load }: SliceViewerProps) {
  const { language, messages } = useLanguage();
  const texts = messages.viewer;
  const steps = series.images.flatMap((image) =>
    Array.from({ length: image.frames }, (_, frame) => ({ image, frame: image.frames > 1 ? frame : undefined })),
  );
  // Null until the reader moves: the middle, also while images are still coming.
  const [index, setIndex] = useState<number | null>(() => {
    const wished = steps.findIndex(({ image, frame = 0 }) => image.id === start?.imageId && frame === start.frame);
    return wished < 0 ? null : wished;
  });
  const { opening, offered } = series.windows;
  const hasWindows = offered.length > 0;
  const opens = opening ?? 'stored';
  const [windowLook, setWindowLook] = useState<WindowName | 'stored'>(nameOfWindow(start?.window, offered) ?? opens);
  const [plainLook, setPlainLook] = useState<PlainLook>('stored');
  const middle = Math.floor((steps.length - 1) / 2);
  const at = Math.min(index ?? middle, steps.length - 1);
  const move = (by: number) => setIndex((from) => Math.max(0, Math.min(steps.length - 1, (from ?? middle) + by)));
  const { stage, placement, zoomBy, fit } = useStage(move);

  const queryOf = (step: (typeof steps)[number]) => {
    // The window that the series opens in is the one of its previews.
    const window = windowLook === 'stored' || windowLook === opening ? {} : NAMED_WINDOWS[windowLook];
    const wish: ImageWish = { ...window, frame: step.frame };
    return {
      queryKey: ['viewer', scope, step.image.id, wish.frame, wish.center, wish.width],
      queryFn: ({ signal }: { signal: AbortSignal }) => load(step.image.id, wish, signal),
      gcTime: 120_000,
    };
  };
  const shown = useQuery(queryOf(steps[at]!));
  const url = useObjectUrl(shown.data);
  const ahead = AHEAD.map((by) => steps[at + by]).filter((step) => step !== undefined);
  // The neighbours come while this one is looked at.
  useQueries({ queries: ahead.map((step) => ({ ...queryOf(step), enabled: shown.data !== undefined })) });

  const position = texts.position({ index: at + 1, total: steps.length });
  const plainLooks = Object.keys(PLAIN_LOOKS) as PlainLook[];
  const windowLooks: (WindowName | 'stored')[] = [opens, ...offered.filter((name) => name !== opening)];
  const choices = hasWindows
    ? windowLooks.map((look) => ({ look, isChosen: look === windowLook, choose: () => setWindowLook(look) }))
    : plainLooks.map((look) => ({ look, isChosen: look === plainLook, choose: () => setPlainLook(look) }));
  return (
    <section aria-label={texts.label} className="grid gap-3">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{texts.look}</legend>
        {choices.map(({ look, isChosen, choose }) => (
          <Button
            key={look}
            size="small"
            variant={isChosen ? 'secondary' : 'quiet'}
            aria-pressed={isChosen}
            onClick={choose}
          >
            {texts.looks[look]}
          </Button>
        ))}
      </fieldset>
      <div className="relative">
        <div
          ref={stage}
          role="slider"
          tabIndex={0}
          aria-label={texts.stage}
          aria-orientation="vertical"
          aria-valuemin={1}
          aria-valuemax={steps.length}
          aria-valuenow={at + 1}
          aria-valuetext={position}
          data-zoomed={placement.scale > 1}
          onKeyDown={(event) => {
            if (event.key === '+' || event.key === '-') zoomBy(event.key === '+' ? 1.25 : 0.8);
            // Onwards is where the reader reads on: to the left in Arabic (WAI-ARIA APG, slider).
            const onwards = language === 'ar' ? -1 : 1;
            const by = {
              ArrowUp: -1,
              ArrowDown: 1,
              ArrowLeft: -onwards,
              ArrowRight: onwards,
              PageUp: -10,
              PageDown: 10,
              Home: -steps.length,
              End: steps.length,
            }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            move(by);
          }}
          className="relative grid h-[min(62dvh,92vw)] min-h-72 w-full touch-none select-none place-items-center overflow-hidden rounded bg-[#000]"
        >
          {url ? (
            <img
              src={url}
              alt={position}
              draggable={false}
              className="absolute inset-0 size-full object-contain"
              style={{
                transform: `translate(${placement.x}px, ${placement.y}px) scale(${placement.scale})`,
                filter: hasWindows ? 'none' : PLAIN_LOOKS[plainLook],
              }}
            />
          ) : shown.isError ? (
            <span className="grid justify-items-center gap-2 p-4 text-center text-[#c3ced0]">
              <ImageOff aria-hidden className="size-6" />
              {texts.failed}
              <Button size="small" variant="secondary" onClick={() => void shown.refetch()}>
                {messages.interface.retry}
              </Button>
            </span>
          ) : (
            <SpinnerIcon className="size-7 text-[#c3ced0]" />
          )}
        </div>
        <p className="pointer-events-none absolute start-2 bottom-2 rounded bg-[#000]/70 px-2 text-sm text-[#e6ecec] tabular-nums">
          {position}
        </p>
        <div className="absolute end-2 top-2 grid gap-1 rounded bg-[#000]/60">
          <IconButton
            label={texts.zoomIn}
            className="text-[#e6ecec]! hover:bg-[#ffffff]/15!"
            onClick={() => zoomBy(1.5)}
          >
            <ZoomIn aria-hidden className="size-5" />
          </IconButton>
          <IconButton
            label={texts.zoomOut}
            className="text-[#e6ecec]! hover:bg-[#ffffff]/15!"
            onClick={() => zoomBy(1 / 1.5)}
          >
            <ZoomOut aria-hidden className="size-5" />
          </IconButton>
          <IconButton label={texts.fit} className="text-[#e6ecec]! hover:bg-[#ffffff]/15!" onClick={fit}>
            <Maximize aria-hidden className="size-5" />
          </IconButton>
        </div>
      </div>
      {steps.length > 1 && (
        <input
          type="range"
          dir={language === 'ar' ? 'rtl' : 'ltr'}
          aria-label={texts.move}
          min={0}
          max={steps.length - 1}
          value={at}
          onChange={(event) => setIndex(event.target.valueAsNumber)}
          className="h-8 w-full pointer-coarse:h-11 accent-(--signal)"
        />
      )}
      <p className="text-[0.9em] text-grey-4">{texts.hint}</p>
    </section>
  );
}

/** Which of the offered windows this is. */
const nameOfWindow = (window: cases.ImageWindow | null | undefined, offered: readonly WindowName[]) =>
  offered.find((name) => NAMED_WINDOWS[name].center === window?.center && NAMED_WINDOWS[name].width === window.width);
