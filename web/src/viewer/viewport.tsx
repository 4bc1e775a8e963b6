import { imageNameOf, type Overlay, shownWindow, toldWindow, withMinus } from '@duai/contract';
import { ImageOff, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useInterfaceTexts } from '../lib/messages.tsx';
import { useSettled } from '../lib/use-settled.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { SpinnerIcon } from '../ui/spinner.tsx';
import { type Frame, findTarget, framesOf, type ImageTarget, neighboursOf } from './frames.ts';
import { regionSeen } from './gestures.ts';
import { commandOf, type KeyCommand, shortcutsOf } from './keys.ts';
import { Mask } from './mask.tsx';
import type { ImageWindow, StudySource, ViewableSeries } from './study-source.ts';
import { useOverlays } from './use-overlays.ts';
import { type Drawn, usePicture } from './use-picture.ts';
import { useStage } from './use-stage.ts';
import {
  FIRST_VIEW,
  frameAt,
  isSameWindow,
  PLAIN_LOOKS,
  type Preset,
  presetsOf,
  type View,
  type ViewCommand,
  viewAfter,
  wishedWindow,
} from './view.ts';
import { WindowedImage } from './windowed-image.tsx';
import { regrey } from './windowing.ts';

/** Light on the black of the stage, in both themes. */
const ON_IMAGE = 'text-[#e6ecec]! hover:bg-[#ffffff]/15!';
const SETTLED_MS = 120;

export interface ViewportTexts {
  readonly label: string;
  readonly stage: string;
  readonly move: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly fit: string;
  readonly failed: string;
  /** Where the reader is in the series. */
  readonly position: (at: { index: number; total: number }) => string;
  /** The image on show. */
  readonly image: (at: { index: number; total: number }) => string;
  /** Small, on the image. */
  readonly caption: (at: { index: number; total: number; frame: number }) => string;
}

/** What the tools above an image know of it, and what they may ask for. */
export interface ViewportTools {
  readonly view: View;
  readonly run: (command: ViewCommand) => void;
  readonly presets: readonly Preset[];
  /** Null: it cannot be changed freely. */
  readonly opening: Frame['image']['window'];
  readonly overlays: readonly Overlay[];
  readonly haveMasksFailed: boolean;
  /** What is on show: a key image without its caption. */
  readonly shown: {
    readonly imageId: string;
    readonly frame: number;
    readonly window: ImageWindow | null;
    readonly suvFactor: number | null;
    readonly region: ReturnType<typeof regionSeen>;
  };
}

export interface ViewportProps {
  readonly source: StudySource;
  readonly series: ViewableSeries;
  /** The image to bring onto the stage; another object each time. Without it the middle of the series is on show first. */
  readonly target?: ImageTarget | null | undefined;
  readonly texts: ViewportTexts;
  readonly isRightToLeft?: boolean;
  readonly stageClassName: string;
  /** Each time an image has come onto the stage. */
  readonly onShown?: (() => void) | undefined;
  /** One series back or on, by the keys P and N. */
  readonly onSeries?: ((by: -1 | 1) => void) | undefined;
  readonly takesFocus?: boolean;
  readonly tools: (tools: ViewportTools) => ReactNode;
  readonly hint: (tools: ViewportTools) => ReactNode;
}

/** One series to scroll, zoom and window, by finger, mouse or keyboard; masks lie on top. */
export function Viewport(props: ViewportProps) {
  const frames = framesOf(props.series);
  const [first] = frames;
  return first ? <FilledViewport {...props} frames={frames} first={first} /> : null;
}

function FilledViewport({
  source,
  series,
  frames,
  first,
  target,
  texts,
  isRightToLeft = false,
  stageClassName,
  onShown,
  onSeries,
  takesFocus = false,
  tools,
  hint,
}: ViewportProps & { readonly frames: readonly Frame[]; readonly first: Frame }) {
  const retry = useInterfaceTexts().retry;
  const viewOf = (wish: ImageTarget | null | undefined, from: View): View => {
    const found = findTarget(frames, wish);
    return found === undefined
      ? from
      : { ...from, at: found, window: wishedWindow(wish?.window ?? null, series.windows) };
  };
  const [view, setView] = useState(() => viewOf(target, FIRST_VIEW));
  const [followed, setFollowed] = useState(target);
  if (target !== followed) {
    setFollowed(target);
    setView(viewOf(target, view));
  }
  const { overlays, isFailed: haveMasksFailed } = useOverlays(source, series.id);
  const at = frameAt(view, frames.length);
  const current = frames[at] ?? first;
  const opening = current.image.window;
  const presets = presetsOf(series.windows);
  const viewed = { frames: frames.length, opening, masks: overlays.map(({ code }) => code) };
  const run = (command: ViewCommand) => setView((from) => viewAfter(from, command, viewed));
  const { stage, element, stageSize, placement, zoomBy, fit } = useStage({
    onScroll: (by) => run({ do: 'move', by }),
    onWindow: opening ? (by) => run({ do: 'drag-window', by }) : undefined,
    isWindowing: view.isWindowing,
  });

  const chosen = useMemo(() => view.window && shownWindow(view.window), [view.window]);
  const picture = usePicture(source, current, useSettled(chosen, SETTLED_MS), neighboursOf(frames, at));
  const { drawn } = picture;
  const drawnAt = drawn ? findTarget(frames, { ...drawn, window: null }) : undefined;
  const onStage = drawnAt === undefined ? undefined : frames[drawnAt];
  useEffect(() => {
    if (takesFocus) element?.focus();
  }, [takesFocus, element]);

  const total = frames.length;
  /** Nobody chose a window, and the file brings a table: there is no window to tell. */
  const isByTable = opening?.isByTable === true && chosen === undefined;
  const told = opening && !isByTable ? toldWindow(chosen ?? opening, opening.suvFactor) : null;
  const canWindow = opening !== null || series.windows.offered.length > 0;
  const keyMap = {
    presets: canWindow ? presets : [],
    hasWindow: opening !== null,
    hasSeries: onSeries !== undefined,
    isRightToLeft,
  };
  const press = (command: KeyCommand) => {
    if (command.do === 'zoom') zoomBy(command.factor);
    else if (command.do === 'fit') fit();
    else if (command.do === 'change-series') onSeries?.(command.by);
    else run(command);
  };
  const known: ViewportTools = {
    view,
    run,
    presets,
    opening,
    overlays,
    haveMasksFailed,
    shown: {
      imageId: current.image.id,
      frame: current.frame,
      window: (opening && chosen) ?? null,
      suvFactor: opening?.suvFactor ?? null,
      region: regionSeen(placement, stageSize, drawn?.aspect ?? 1),
    },
  };
  return (
    <section aria-label={texts.label} className="grid gap-2">
      <div className="flex flex-wrap items-center gap-1">{tools(known)}</div>
      <div className="relative">
        <div
          ref={stage}
          role="slider"
          tabIndex={0}
          aria-label={texts.stage}
          aria-orientation="vertical"
          aria-valuemin={1}
          aria-valuemax={total}
          aria-valuenow={at + 1}
          aria-valuetext={[
            texts.position({ index: at + 1, total }),
            isByTable && 'by the VOI LUT of the file',
            told && `window centre ${told.center}, width ${told.width}${told.unit ? ` ${told.unit}` : ''}`,
          ]
            .filter(Boolean)
            .join(', ')}
          aria-keyshortcuts={shortcutsOf(keyMap)}
          onKeyDown={(event) => {
            const command = commandOf(event, keyMap);
            if (!command) return;
            event.preventDefault();
            press(command);
          }}
          data-zoomed={placement.scale > 1}
          data-windowing={view.isWindowing}
          className={`@container-size relative grid w-full touch-none select-none place-items-center overflow-hidden rounded bg-[#000] data-[windowing=true]:cursor-crosshair ${stageClassName}`}
        >
          {drawn && onStage ? (
            <div
              className="relative"
              style={{
                aspectRatio: drawn.aspect,
                width: `min(100cqw, calc(100cqh * ${drawn.aspect}))`,
                transform: `translate(${placement.x}px, ${placement.y}px) scale(${placement.scale})`,
                filter: canWindow ? 'none' : PLAIN_LOOKS[view.look],
              }}
            >
              <WindowedImage
                src={drawn.url}
                alt={texts.image({ index: (drawnAt ?? 0) + 1, total })}
                grey={greyOf(onStage, drawn, chosen)}
                className="size-full"
                draggable={false}
                onLoad={onShown}
              />
              {overlays
                .filter(({ code }) => !view.hiddenMasks.includes(code))
                .map((overlay) => (
                  <Mask
                    key={overlay.code}
                    overlay={overlay}
                    image={imageNameOf(onStage.image)}
                    frame={onStage.frame}
                    opacity={view.maskOpacity}
                  />
                ))}
            </div>
          ) : picture.isFailed ? (
            <span className="grid justify-items-center gap-2 p-4 text-center text-[#c3ced0]">
              <ImageOff aria-hidden className="size-6" />
              {texts.failed}
              <Button size="small" variant="secondary" onClick={picture.retry}>
                {retry}
              </Button>
            </span>
          ) : (
            <SpinnerIcon className="size-7 text-[#c3ced0]" />
          )}
        </div>
        <p className="pointer-events-none absolute start-2 bottom-2 flex items-center gap-1.5 rounded bg-[#000]/70 px-2 text-sm text-[#e6ecec] tabular-nums">
          {texts.caption({ index: (drawnAt ?? at) + 1, total, frame: (onStage ?? current).frame })}
          {drawn && drawnAt !== at && <SpinnerIcon className="size-3.5" />}
        </p>
        {(told || isByTable) && (
          <p className="pointer-events-none absolute end-2 bottom-2 rounded bg-[#000]/70 px-1.5 font-mono text-xs text-[#d0d0d0]">
            {told ? `C ${withMinus(told.center)} W ${told.width}${told.unit ? ` ${told.unit}` : ''}` : 'VOI LUT'}
          </p>
        )}
        <div className="absolute end-2 top-2 grid gap-1 rounded bg-[#000]/60">
          <IconButton className={ON_IMAGE} label={texts.zoomIn} onClick={() => zoomBy(1.5)}>
            <ZoomIn aria-hidden className="size-5" />
          </IconButton>
          <IconButton className={ON_IMAGE} label={texts.zoomOut} onClick={() => zoomBy(1 / 1.5)}>
            <ZoomOut aria-hidden className="size-5" />
          </IconButton>
          <IconButton className={ON_IMAGE} label={texts.fit} onClick={fit}>
            <Maximize aria-hidden className="size-5" />
          </IconButton>
        </div>
      </div>
      {total > 1 && (
        <input
          type="range"
          dir={isRightToLeft ? 'rtl' : 'ltr'}
          aria-label={texts.move}
          min={0}
          max={total - 1}
          value={at}
          onChange={(event) => run({ do: 'go', to: event.target.valueAsNumber })}
          className="h-8 w-full pointer-coarse:h-11 accent-(--signal)"
        />
      )}
      {hint(known)}
    </section>
  );
}

/** While the picture in the chosen window is on its way, the one on show comes near it; a table is no straight line. */
function greyOf({ image: { window: opening } }: Frame, drawn: Drawn, chosen: ImageWindow | undefined) {
  if (!opening || isSameWindow(drawn.window, chosen)) return undefined;
  if (opening.isByTable && !(drawn.window && chosen)) return undefined;
  return regrey(drawn.window ?? opening, chosen ?? opening, opening.isInverted);
}
