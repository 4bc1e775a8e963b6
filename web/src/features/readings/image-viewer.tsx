import { LIMITS, type Overlay, type reports, type studies } from '@duai/contract';
import { useQueries } from '@tanstack/react-query';
import { ImageOff, ImagePlus, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useObjectUrl } from '../../lib/object-url.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SpinnerIcon } from '../../ui/spinner.tsx';
import { useStage } from '../../viewer/use-stage.ts';
import { Mask, overlayName, Swatch } from './mask.tsx';
import { type PreviewSource, previewQuery, usePreviewImage, type WindowChoice } from './reading-queries.ts';

/** Windows that radiologists choose by name: centre and width in HU. */
const PRESETS = [
  ['As stored', undefined],
  ['Lung', { center: -600, width: 1500 }],
  ['Mediastinum', { center: 50, width: 400 }],
  ['Bone', { center: 400, width: 1800 }],
  ['Brain', { center: 40, width: 80 }],
] as const satisfies readonly (readonly [string, WindowChoice | undefined])[];

/** Light on the black of the stage, in both themes. */
const ON_IMAGE = 'text-[#e6ecec]! hover:bg-[#ffffff]/15!';

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
  /** The images that the report shows, where the one on show can be added to them. */
  readonly keyImages?: MarkProps | undefined;
}

interface MarkProps {
  readonly images: readonly reports.KeyImage[];
  readonly onChange: (images: reports.KeyImage[]) => void;
}

/** One series at preview quality: wheel, arrow keys or slider move through the images; masks lie on top. */
export function ImageViewer({
  series,
  overlays,
  source,
  onShown,
  onSeries,
  takesFocus = false,
  keyImages,
}: ViewerProps) {
  const images = series.instances.filter((instance) => instance.state === 'ready');
  const steps = images.flatMap((instance) =>
    Array.from({ length: instance.frames }, (_, frame) => ({ instance, frame })),
  );
  const [index, setIndex] = useState(Math.floor(steps.length / 2));
  const [window, setWindow] = useState<WindowChoice | undefined>();
  const [shown, setShown] = useState<readonly string[]>(overlays.map((overlay) => overlay.code));
  const [opacity, setOpacity] = useState(0.35);
  /** Width to height of the image on show: it fills the stage, masks lie on exactly its box. */
  const [aspect, setAspect] = useState(1);
  const current = steps[Math.min(index, steps.length - 1)];
  const preview = usePreviewImage(current?.instance.id, window, current?.frame ?? 0, source);
  const url = useObjectUrl(preview.data);
  const presets = series.modality === 'CT' ? PRESETS : [];
  const move = (by: number) => setIndex((at) => Math.max(0, Math.min(steps.length - 1, at + by)));

  const { stage, placement, zoomBy, fit } = useStage(move);
  const neighbours = [1, -1, 2].map((by) => steps[index + by]).filter((step) => step !== undefined);
  // The next images come while this one is looked at.
  useQueries({
    queries: neighbours.map((step) => ({
      ...previewQuery(step.instance.id, window, step.frame, source),
      enabled: preview.data !== undefined,
    })),
  });

  useEffect(() => {
    if (takesFocus) stage.current?.focus();
  }, [takesFocus, stage]);

  if (!current) return <p className="p-6 text-grey-4">No image of this series could be read.</p>;
  return (
    <section aria-label="Images" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-1">
        {presets.map(([name, choice]) => (
          <Button
            key={name}
            size="small"
            variant={window === choice ? 'secondary' : 'quiet'}
            aria-pressed={window === choice}
            onClick={() => setWindow(choice)}
          >
            {name}
          </Button>
        ))}
        {overlays.map((overlay) => (
          <label key={overlay.code} className="ms-2 inline-flex min-h-8 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-(--signal)"
              checked={shown.includes(overlay.code)}
              onChange={() =>
                setShown(
                  shown.includes(overlay.code)
                    ? shown.filter((code) => code !== overlay.code)
                    : [...shown, overlay.code],
                )
              }
            />
            <Swatch code={overlay.code} />
            {overlayName(overlay.code)}
          </label>
        ))}
        {overlays.length > 0 && (
          <label className="ms-2 inline-flex min-h-8 items-center gap-2 text-sm">
            Opacity
            <input
              type="range"
              min={0.1}
              max={0.8}
              step={0.05}
              value={opacity}
              onChange={(event) => setOpacity(event.target.valueAsNumber)}
              className="w-20 accent-(--signal)"
            />
          </label>
        )}
        {keyImages && <MarkButton imageId={current.instance.id} frame={current.frame} {...keyImages} />}
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
          aria-valuetext={`Image ${index + 1} of ${steps.length}`}
          aria-keyshortcuts={presets.length > 0 ? '1 2 3 4 5 M + - 0' : 'M + - 0'}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            const preset = presets[Number(event.key) - 1];
            if (preset) return setWindow(preset[1]);
            const key = event.key.toLowerCase();
            if (key === 'm') return setShown(shown.length > 0 ? [] : overlays.map((overlay) => overlay.code));
            if (key === '+' || key === '-') return zoomBy(key === '+' ? 1.25 : 0.8);
            if (key === '0') return fit();
            if (key === 'p' || key === 'n') return onSeries?.(key === 'p' ? -1 : 1);
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
          className="relative grid h-[64dvh] w-full touch-none place-items-center overflow-hidden rounded bg-[#000] select-none"
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
              <img
                src={url}
                alt={`Slice ${index + 1} of ${steps.length}`}
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
          <p className="absolute start-2 bottom-2 rounded bg-black/70 px-1.5 font-mono text-xs text-[#d0d0d0]">
            {index + 1}/{steps.length}
            {current.frame > 0 && ` · frame ${current.frame + 1}`}
          </p>
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
        {presets.length > 0 && ', 1–5 for windows'}
        {overlays.length > 0 && ', M for masks'}
        {onSeries && ', P and N for series'}
      </p>
    </section>
  );
}

/** Puts the image on show into the report, or takes it out. */
function MarkButton({
  imageId,
  frame,
  images,
  onChange,
}: MarkProps & { readonly imageId: string; readonly frame: number }) {
  const others = images.filter((image) => image.imageId !== imageId || image.frame !== frame);
  const isMarked = others.length < images.length;
  return (
    <Button
      size="small"
      variant={isMarked ? 'secondary' : 'quiet'}
      className="ms-auto"
      aria-pressed={isMarked}
      disabled={!isMarked && images.length >= LIMITS.keyImagesPerReport}
      onClick={() => onChange(isMarked ? others : [...others, { imageId, frame, caption: '' }])}
    >
      <ImagePlus aria-hidden className="size-4" />
      {isMarked ? 'Remove from report' : 'Add to report'}
    </Button>
  );
}
