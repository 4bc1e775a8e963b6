import { type Overlay, shownWindow, type studies, toldWindow, withMinus } from '@duai/contract';
import { useQueries } from '@tanstack/react-query';
import { ImageOff, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useObjectUrl } from '../../../lib/object-url.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { IconButton } from '../../../ui/button.tsx';
import { SpinnerIcon } from '../../../ui/spinner.tsx';
import { type Point, regionSeen } from '../../../viewer/gestures.ts';
import { useStage } from '../../../viewer/use-stage.ts';
import { WindowedImage } from '../../../viewer/windowed-image.tsx';
import { narrowestOf, regrey, windowBy } from '../../../viewer/windowing.ts';
import { type PreviewSource, previewQuery, usePreviewImage, type WindowChoice } from '../reading-queries.ts';
import { Mask } from './mask.tsx';
import { MarkButton, type Marking, MaskTools, presetsOf, WindowTools } from './viewer-tools.tsx';

/** Light on the black of the stage, in both themes. */
const ON_IMAGE = 'text-[#e6ecec]! hover:bg-[#ffffff]/15!';

/** One image of a case, by its id or by the name in its file, in a window or as it opens. */
export interface ViewerTarget {
  readonly seriesId: string;
  readonly imageId?: string;
  readonly sopInstanceUid?: string;
  readonly frame: number;
  readonly window: WindowChoice | null;
}

interface ViewerProps {
  readonly series: studies.Series;
  readonly overlays: readonly Overlay[];
  /** Where previews come from: the console's own unless told otherwise. */
  readonly source?: PreviewSource;
  /** Each time an image has come in. */
  readonly onShown?: () => void;
  /** One series back or on, by the keys P and N. */
  readonly onSeries?: (by: -1 | 1) => void;
  readonly takesFocus?: boolean;
  /** The image to bring onto the stage; another object each time. */
  readonly target?: ViewerTarget | null;
  /** The images that the report shows, where the one on show can be added to them. */
  readonly keyImages?: Marking | undefined;
}

/** Pixels of a drag that one press of a key with Shift stands for. */
const WINDOW_KEYS: Record<string, Point | undefined> = {
  ArrowUp: { x: 0, y: -10 },
  ArrowDown: { x: 0, y: 10 },
  ArrowLeft: { x: -10, y: 0 },
  ArrowRight: { x: 10, y: 0 },
};

/** One series at preview quality: wheel, arrow keys or slider move through the images; masks lie on top. */
export function ImageViewer({
  series,
  overlays,
  source,
  onShown,
  onSeries,
  takesFocus = false,
  target = null,
  keyImages,
}: ViewerProps) {
  const images = series.instances.filter((instance) => instance.state === 'ready');
  const steps = images.flatMap((instance) =>
    Array.from({ length: instance.frames }, (_, frame) => ({ instance, frame })),
  );
  const placeOf = (wish: ViewerTarget | null): number | undefined => {
    if (wish?.seriesId !== series.id) return undefined;
    const found = steps.findIndex(
      ({ instance, frame }) =>
        frame === wish.frame && (instance.id === wish.imageId || instance.sopInstanceUid === wish.sopInstanceUid),
    );
    return found < 0 ? undefined : found;
  };
  const [index, setIndex] = useState(placeOf(target) ?? Math.floor(steps.length / 2));
  const [window, setWindow] = useState<WindowChoice | undefined>(target?.window ?? undefined);
  const [followed, setFollowed] = useState(target);
  if (target !== followed) {
    setFollowed(target);
    const place = placeOf(target);
    if (place !== undefined) {
      setIndex(place);
      setWindow(target?.window ?? undefined);
    }
  }
  /** The first button and the finger change the window instead of the image. */
  const [isWindowing, setIsWindowing] = useState(false);
  const [shown, setShown] = useState<readonly string[]>(overlays.map((overlay) => overlay.code));
  const [opacity, setOpacity] = useState(0.35);
  /** Width to height of the image on show: it fills the stage, masks lie on exactly its box. */
  const [aspect, setAspect] = useState(1);
  const current = steps[Math.min(index, steps.length - 1)];
  const stored = current?.instance.window ?? null;
  const chosen = useMemo(() => window && shownWindow(window), [window]);
  const preview = usePreviewImage(current?.instance.id, useSettled(chosen, 120), current?.frame ?? 0, source);
  const url = useObjectUrl(preview.data?.image);
  /** Nobody chose a window, and the file brings a table: there is no window to tell. */
  const isByTable = stored?.isByTable === true && chosen === undefined;
  const told = stored && !isByTable && toldWindow(chosen ?? stored, stored.suvFactor);
  const drawnIn = preview.data?.window;
  const isExact = drawnIn?.center === chosen?.center && drawnIn?.width === chosen?.width;
  /** While the picture in the chosen window is on its way, the one on show comes near it; a table is no straight line. */
  const isNear = stored !== null && !isExact && !(stored.isByTable && (!drawnIn || !chosen));
  const presets = presetsOf(series.windows);
  const move = (by: number) => setIndex((at) => Math.max(0, Math.min(steps.length - 1, at + by)));

  const changeWindow = (by: Point) =>
    setWindow((from) => {
      const at = from ?? stored;
      return at ? windowBy(at, by, stored ? narrowestOf(stored) : 1) : undefined;
    });
  const { stage, element, stageSize, placement, zoomBy, fit } = useStage(move, {
    onWindow: stored ? changeWindow : undefined,
    isWindowing,
  });
  const neighbours = [1, -1, 2].map((by) => steps[index + by]).filter((step) => step !== undefined);
  // The next images come while this one is looked at.
  useQueries({
    queries: neighbours.map((step) => ({
      ...previewQuery(step.instance.id, drawnIn, step.frame, source),
      enabled: preview.data !== undefined,
    })),
  });

  useEffect(() => {
    if (takesFocus) element?.focus();
  }, [takesFocus, element]);

  if (!current) return <p className="p-6 text-grey-4">No image of this series could be read.</p>;
  return (
    <section aria-label="Images" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-1">
        {stored && (
          <WindowTools
            presets={presets}
            window={window}
            onChoose={setWindow}
            isWindowing={isWindowing}
            onWindowing={setIsWindowing}
          />
        )}
        <MaskTools overlays={overlays} shown={shown} onShown={setShown} opacity={opacity} onOpacity={setOpacity} />
        {keyImages && (
          <MarkButton
            view={{
              imageId: current.instance.id,
              frame: current.frame,
              window: (stored && chosen) ?? null,
              suvFactor: stored?.suvFactor ?? null,
              region: regionSeen(placement, stageSize, aspect),
            }}
            {...keyImages}
          />
        )}
      </div>
      <div className="relative">
        <div
          ref={stage}
          role="slider"
          tabIndex={0}
          aria-label="Image of the series"
          aria-valuemin={1}
          aria-valuemax={steps.length}
          aria-valuenow={index + 1}
          aria-valuetext={[
            `Image ${index + 1} of ${steps.length}`,
            isByTable && 'by the VOI LUT of the file',
            told && `window centre ${told.center}, width ${told.width}${told.unit ? ` ${told.unit}` : ''}`,
          ]
            .filter(Boolean)
            .join(', ')}
          aria-keyshortcuts={[
            ...(stored
              ? [
                  ...presets.map((_, at) => at + 1),
                  'W',
                  'Shift+ArrowUp',
                  'Shift+ArrowDown',
                  'Shift+ArrowLeft',
                  'Shift+ArrowRight',
                ]
              : []),
            ...['M', '+', '-', '0'],
          ].join(' ')}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            const preset = presets[Number(event.key) - 1];
            if (stored && preset) return setWindow(preset[1]);
            const key = event.key.toLowerCase();
            if (key === 'w' && stored) return setIsWindowing(!isWindowing);
            if (key === 'm') return setShown(shown.length > 0 ? [] : overlays.map((overlay) => overlay.code));
            if (key === '+' || key === '-') return zoomBy(key === '+' ? 1.25 : 0.8);
            if (key === '0') return fit();
            if (key === 'p' || key === 'n') return onSeries?.(key === 'p' ? -1 : 1);
            const change = WINDOW_KEYS[event.key];
            if (event.shiftKey && change && stored) {
              event.preventDefault();
              return changeWindow(change);
            }
            const by = {
              ArrowUp: -1,
              ArrowLeft: -1,
              ArrowDown: 1,
              ArrowRight: 1,
              PageUp: -10,
              PageDown: 10,
              Home: -steps.length,
              End: steps.length,
            }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            move(by);
          }}
          data-zoomed={placement.scale > 1}
          data-windowing={isWindowing}
          className="relative grid h-[64dvh] w-full touch-none place-items-center overflow-hidden rounded bg-[#000] select-none data-[windowing=true]:cursor-crosshair"
        >
          {url ? (
            <div
              className="relative"
              style={{
                aspectRatio: aspect,
                width: `min(100%, calc(64dvh * ${aspect}))`,
                transform: `translate(${placement.x}px, ${placement.y}px) scale(${placement.scale})`,
              }}
            >
              <WindowedImage
                src={url}
                alt={`Slice ${index + 1} of ${steps.length}`}
                grey={isNear ? regrey(drawnIn ?? stored, window ?? stored, stored.isInverted) : undefined}
                className="size-full"
                draggable={false}
                onLoad={({ currentTarget }) => {
                  setAspect(currentTarget.naturalWidth / currentTarget.naturalHeight);
                  onShown?.();
                }}
              />
              {overlays
                .filter((overlay) => shown.includes(overlay.code))
                .map((overlay) => (
                  <Mask
                    key={overlay.code}
                    overlay={overlay}
                    sopInstanceUid={current.instance.sopInstanceUid}
                    frame={current.frame}
                    opacity={opacity}
                  />
                ))}
            </div>
          ) : preview.isError ? (
            <span className="grid justify-items-center gap-2 text-sm text-[#b4b4b4]">
              <ImageOff aria-hidden className="size-6" />
              This image could not be loaded
            </span>
          ) : (
            <SpinnerIcon className="size-6 text-[#b4b4b4]" />
          )}
          <p className="absolute start-2 bottom-2 rounded bg-[#000]/70 px-1.5 font-mono text-xs text-[#d0d0d0]">
            {index + 1}/{steps.length}
            {current.frame > 0 && ` · frame ${current.frame + 1}`}
          </p>
          {(told || isByTable) && (
            <p className="absolute end-2 bottom-2 rounded bg-[#000]/70 px-1.5 font-mono text-xs text-[#d0d0d0]">
              {told ? `C ${withMinus(told.center)} W ${told.width}${told.unit ? ` ${told.unit}` : ''}` : 'VOI LUT'}
            </p>
          )}
        </div>
        <div className="absolute end-2 top-2 grid rounded bg-[#000]/60">
          <IconButton className={ON_IMAGE} label="Zoom in" onClick={() => zoomBy(1.5)}>
            <ZoomIn aria-hidden className="size-5" />
          </IconButton>
          <IconButton className={ON_IMAGE} label="Zoom out" onClick={() => zoomBy(1 / 1.5)}>
            <ZoomOut aria-hidden className="size-5" />
          </IconButton>
          <IconButton className={ON_IMAGE} label="Fit to the stage" onClick={fit}>
            <Maximize aria-hidden className="size-5" />
          </IconButton>
        </div>
      </div>
      {steps.length > 1 && (
        <input
          type="range"
          aria-label="Move through the images"
          min={0}
          max={steps.length - 1}
          value={index}
          onChange={(event) => setIndex(event.target.valueAsNumber)}
          className="w-full accent-(--signal)"
        />
      )}
      <p className="text-xs text-grey-4">
        Wheel or a drag up and down: images. Ctrl and wheel or a double click: zoom. Keys: arrows for images, + − 0 for
        zoom
        {stored && presets.length > 1 && `, 1–${presets.length} for windows`}
        {overlays.length > 0 && ', M for masks'}
        {onSeries && ', P and N for series'}
        {stored &&
          '. Window: drag with the right or the middle button, with W also with the first; Shift and arrows: up and down brighter and darker, right and left wider and narrower'}
      </p>
    </section>
  );
}
