import { LIMITS, reports, toldWindow, windowFigure } from '@duai/contract';
import type { Measure } from '@duai/imaging/browser';
import {
  Angle,
  ArrowUpLeft,
  Circle,
  Contrast,
  Crosshair,
  FlipHorizontal2,
  ImagePlus,
  Lasso,
  MoveDiagonal,
  Pause,
  Play,
  RotateCw,
  Ruler,
  Scan,
  Spline,
  Square,
  SunMoon,
} from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Swatch } from '../masks/mask.tsx';
import { typedWindow } from '../pixels/windowing.ts';
import { isSameWindow, type Preset, type View } from '../stage/view.ts';
import type { ViewportTools } from '../stage/viewport-tools.ts';

/** Beside the lung window, the soft tissue window shows the mediastinum. */
const nameOf = (name: Preset['name'], opening: Preset['name'] | undefined) =>
  name === 'soft' && opening === 'lung' ? 'mediastinum' : name;

/** Named windows, and the toggle for changing the window by dragging with the primary button or a finger. */
export const WindowTools = memo(function WindowTools({
  presets,
  chosen,
  isWindowing,
  run,
}: Pick<ViewportTools, 'presets' | 'run'> & {
  readonly chosen: View['window'];
  readonly isWindowing: boolean;
}) {
  const texts = useWorkTexts().viewer;
  return (
    <>
      {presets.map(({ name, window }) => {
        const isChosen = isSameWindow(window, chosen);
        return (
          <Button
            key={name}
            size="small"
            variant={isChosen ? 'secondary' : 'quiet'}
            aria-pressed={isChosen}
            onClick={() => run({ do: 'choose-window', window })}
          >
            {texts.windows[nameOf(name, presets[0]?.name)]}
          </Button>
        );
      })}
      <IconButton
        label={texts.windowing}
        aria-pressed={isWindowing}
        className="aria-pressed:bg-signal-soft"
        onClick={() => run({ do: 'toggle-windowing' })}
      >
        <Contrast aria-hidden className="size-4" />
      </IconButton>
    </>
  );
});

/** Centre and width as numbers, in the displayed unit: of uptake (SUV) where there is a factor to it. */
export const WindowEntry = memo(function WindowEntry({
  center,
  width,
  suvFactor,
  run,
}: Pick<ViewportTools, 'run'> & {
  readonly center: number;
  readonly width: number;
  readonly suvFactor: number | null;
}) {
  const texts = useWorkTexts().viewer;
  return (
    <WindowFields
      told={toldWindow({ center, width }, suvFactor)}
      texts={texts}
      onEnter={(typed, changed) => {
        const kept = { ...(!changed.center && { center }), ...(!changed.width && { width }) };
        const window = typedWindow(typed, suvFactor, kept);
        if (window) run({ do: 'choose-window', window });
        return window !== null;
      }}
    />
  );
});

function WindowFields({
  told,
  texts,
  onEnter,
}: {
  readonly told: { readonly center: number; readonly width: number };
  readonly texts: { readonly windowCenter: string; readonly windowWidth: string };
  /** `changed`: which of the two were typed anew. Returns false if the input is not a valid window. */
  readonly onEnter: (
    typed: { readonly center: string; readonly width: string },
    changed: { readonly center: boolean; readonly width: boolean },
  ) => boolean;
}) {
  const language = activeLanguage();
  const before = { center: windowFigure(told.center, language), width: windowFigure(told.width, language) };
  const [typed, setTyped] = useState(before);
  const [isWrong, setIsWrong] = useState(false);
  // The fields follow a window that was chosen in another way.
  const [followed, setFollowed] = useState(told);
  if (followed.center !== told.center || followed.width !== told.width) {
    setFollowed(told);
    setTyped(before);
    setIsWrong(false);
  }
  const enter = () => {
    const changed = { center: typed.center !== before.center, width: typed.width !== before.width };
    if (changed.center || changed.width) setIsWrong(!onEnter(typed, changed));
  };
  return (
    <span className="inline-flex items-center gap-1" dir="ltr">
      {(['center', 'width'] as const).map((name) => (
        <input
          key={name}
          aria-label={{ center: texts.windowCenter, width: texts.windowWidth }[name]}
          title={{ center: texts.windowCenter, width: texts.windowWidth }[name]}
          aria-invalid={isWrong}
          inputMode="decimal"
          value={typed[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          onKeyDown={(event) => event.key === 'Enter' && enter()}
          onBlur={enter}
          className="h-8 w-16 rounded border border-grey-2 bg-surface px-1.5 font-mono text-xs tabular-nums aria-invalid:border-red pointer-coarse:h-11"
        />
      ))}
    </span>
  );
}

/** Rotate, mirror, invert, and true size. */
export const PlacementTools = memo(function PlacementTools({
  isFlipped,
  isTurnedOver,
  isStored,
  run,
  zoomToTrueSize,
}: Pick<View, 'isFlipped' | 'isTurnedOver'> & Pick<ViewportTools, 'isStored' | 'run' | 'zoomToTrueSize'>) {
  const texts = useWorkTexts().viewer;
  return (
    <>
      <IconButton label={texts.rotate} onClick={() => run({ do: 'rotate' })}>
        <RotateCw aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={texts.flip} aria-pressed={isFlipped} onClick={() => run({ do: 'flip' })}>
        <FlipHorizontal2 aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={texts.invert} aria-pressed={isTurnedOver} onClick={() => run({ do: 'turn-over' })}>
        <SunMoon aria-hidden className="size-4" />
      </IconButton>
      {isStored && (
        <IconButton label={texts.trueSize} onClick={zoomToTrueSize}>
          <Scan aria-hidden className="size-4" />
        </IconButton>
      )}
    </>
  );
});

/** Where the file does not say. */
const FRAME_MS = 100;
/** No screen shows more, and who plays a series wants to see it move. */
const [LEAST_MS, MOST_MS] = [16, 2000];

/** Plays in a loop, as fast as the file says. */
export const CineTool = memo(function CineTool({
  isPlaying,
  run,
  total,
  frameMs,
}: Pick<View, 'isPlaying'> & Pick<ViewportTools, 'run' | 'total' | 'frameMs'>) {
  const texts = useWorkTexts().viewer;
  const everyMs = Math.min(MOST_MS, Math.max(LEAST_MS, frameMs ?? FRAME_MS));
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => run({ do: 'play-on' }), everyMs);
    return () => clearInterval(timer);
  }, [isPlaying, everyMs, run]);
  return (
    <IconButton
      label={isPlaying ? texts.stop : texts.play}
      disabled={total < 2}
      onClick={() => run({ do: 'toggle-playing' })}
    >
      {isPlaying ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
    </IconButton>
  );
});

const MEASURE_ICONS = {
  length: Ruler,
  bidirectional: MoveDiagonal,
  angle: Angle,
  cobb: Spline,
  ellipse: Circle,
  rectangle: Square,
  freehand: Lasso,
  arrow: ArrowUpLeft,
  probe: Crosshair,
} as const satisfies Record<Measure, unknown>;

/** The measuring tools for the primary button. Only with stored values, because a preview has none to measure. */
export const MeasureTools = memo(function MeasureTools({
  chosen,
  run,
  isStored,
}: Pick<ViewportTools, 'isStored' | 'run'> & { readonly chosen: View['measure'] }) {
  const { measures } = useWorkTexts().viewer;
  if (!isStored) return null;
  return (
    <>
      {(Object.keys(MEASURE_ICONS) as Measure[]).map((measure) => {
        const Icon = MEASURE_ICONS[measure];
        return (
          <IconButton
            key={measure}
            label={measures[measure]}
            aria-pressed={chosen === measure}
            className="aria-pressed:bg-signal-soft"
            onClick={() => run({ do: 'choose-measure', measure })}
          >
            <Icon aria-hidden className="size-4" />
          </IconButton>
        );
      })}
    </>
  );
});

/** Chooses the visible masks and their opacity. */
export const MaskTools = memo(function MaskTools({
  overlays,
  haveMasksFailed,
  hiddenMasks,
  areMasksOutlined,
  maskOpacity,
  run,
}: Pick<ViewportTools, 'overlays' | 'haveMasksFailed' | 'run'> &
  Pick<View, 'hiddenMasks' | 'areMasksOutlined' | 'maskOpacity'>) {
  const texts = useWorkTexts().viewer;
  const masks: Readonly<Record<string, string>> = texts.masks;
  if (haveMasksFailed) return <p className="ms-2 text-sm font-medium text-red">{texts.masksFailed}</p>;
  if (overlays.length === 0) return null;
  const shown = overlays.filter(({ isUnread, unplaced }) => !isUnread && !unplaced);
  const missing = overlays.filter((overlay) => !shown.includes(overlay));
  return (
    <>
      {missing.map(({ code, label, unplaced }) => (
        <p key={code} className="ms-2 text-sm font-medium text-red">
          {unplaced
            ? texts.maskUnplaced({ name: label ?? code, count: unplaced })
            : texts.maskUnread({ name: label ?? code })}
        </p>
      ))}
      {shown.map(({ code, label, isOurs }) => (
        <label key={code} className="ms-2 inline-flex min-h-8 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-(--signal)"
            checked={!hiddenMasks.includes(code)}
            onChange={() => run({ do: 'toggle-mask', code })}
          />
          <Swatch code={code} />
          {isOurs ? texts.maskOfOurs({ name: label ?? code }) : (label ?? masks[code] ?? code)}
        </label>
      ))}
      <label className="ms-2 inline-flex min-h-8 items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-4 accent-(--signal)"
          checked={areMasksOutlined}
          onChange={() => run({ do: 'outline-masks' })}
        />
        {texts.outlineMasks}
      </label>
      <label className="ms-2 inline-flex min-h-8 items-center gap-2 text-sm">
        {texts.opacity}
        <input
          type="range"
          min={0.1}
          max={0.8}
          step={0.05}
          value={maskOpacity}
          onChange={(event) => run({ do: 'fade-masks', opacity: event.target.valueAsNumber })}
          className="w-20 accent-(--signal)"
        />
      </label>
    </>
  );
});

/** Whether lines and letters that the file draws over its own image are shown. */
export function GraphicsTool({ graphics, view, run }: ViewportTools) {
  const texts = useWorkTexts().viewer;
  if (!graphics) return null;
  return (
    <>
      <label className="ms-2 inline-flex min-h-8 items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="size-4 accent-(--signal)"
          checked={view.areGraphicsShown}
          onChange={() => run({ do: 'toggle-graphics' })}
        />
        {texts.graphics}
      </label>
      {graphics.isFailed && <p className="ms-2 text-sm font-medium text-red">{texts.graphicsFailed}</p>}
    </>
  );
}

export interface Marking {
  readonly images: readonly reports.KeyImage[];
  readonly onChange: (images: reports.KeyImage[]) => void;
}

/** Adds the displayed image, with its window and visible region, to the report, or removes it. */
export function MarkButton({
  view,
  images,
  onChange,
}: Marking & { readonly view: Omit<reports.KeyImage, 'caption'> | null }) {
  const texts = useWorkTexts().viewer;
  const name = view && reports.nameOfKeyImage(view);
  const others = images.filter((image) => reports.nameOfKeyImage(image) !== name);
  const isMarked = others.length < images.length;
  const isFull = !isMarked && images.length >= LIMITS.keyImagesPerReport;
  return (
    <Button
      size="small"
      variant={isMarked ? 'secondary' : 'quiet'}
      className="ms-auto"
      aria-pressed={isMarked}
      disabled={isFull || !view}
      title={isFull ? texts.reportIsFull({ count: LIMITS.keyImagesPerReport }) : undefined}
      onClick={() => view && onChange(isMarked ? others : [...others, { ...view, caption: '' }])}
    >
      <ImagePlus aria-hidden className="size-4" />
      {isMarked ? texts.removeFromReport : texts.addToReport}
    </Button>
  );
}
