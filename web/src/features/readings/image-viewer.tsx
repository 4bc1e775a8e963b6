import { decodeRuns, type Overlay, type studies } from '@duai/contract';
import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useObjectUrl } from '../../lib/object-url.ts';
import { Button } from '../../ui/button.tsx';
import { SpinnerIcon } from '../../ui/spinner.tsx';
import { type PreviewSource, usePreviewImage, type WindowChoice } from './reading-queries.ts';

/** Windows that radiologists choose by name: centre and width in HU. */
const PRESETS = [
  ['As stored', undefined],
  ['Lung', { center: -600, width: 1500 }],
  ['Mediastinum', { center: 50, width: 400 }],
  ['Bone', { center: 400, width: 1800 }],
  ['Brain', { center: 40, width: 80 }],
] as const satisfies readonly (readonly [string, WindowChoice | undefined])[];

const OVERLAY_COLOURS: Record<string, readonly [number, number, number]> = {
  LUNG: [82, 200, 208],
  LAA_950: [247, 172, 90],
};
const OVERLAY_NAMES: Record<string, string> = { LUNG: 'Lung', LAA_950: 'Below −950 HU' };

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
}

/** One series at preview quality: wheel, arrow keys or slider move through the images; masks lie on top. */
export function ImageViewer({ series, overlays, source, onShown, onSeries, takesFocus = false }: ViewerProps) {
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
  const stage = useRef<HTMLDivElement>(null);
  const current = steps[Math.min(index, steps.length - 1)];
  const preview = usePreviewImage(current?.instance.id, window, current?.frame ?? 0, source);
  const url = useObjectUrl(preview.data);
  const presets = series.modality === 'CT' ? PRESETS : [];
  const move = (by: number) => setIndex((at) => Math.max(0, Math.min(steps.length - 1, at + by)));

  useEffect(() => {
    if (takesFocus) stage.current?.focus();
  }, [takesFocus]);

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    // Not passive: the page must not scroll while the stack does.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      setIndex((at) => Math.max(0, Math.min(steps.length - 1, at + Math.sign(event.deltaY))));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [steps.length]);

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
            {OVERLAY_NAMES[overlay.code] ?? overlay.code}
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
      </div>
      <div
        ref={stage}
        role="slider"
        tabIndex={0}
        aria-label="Image of the series"
        aria-valuemin={1}
        aria-valuemax={steps.length}
        aria-valuenow={index + 1}
        aria-valuetext={`Image ${index + 1} of ${steps.length}`}
        aria-keyshortcuts={presets.length > 0 ? '1 2 3 4 5 M' : 'M'}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const preset = presets[Number(event.key) - 1];
          if (preset) return setWindow(preset[1]);
          const key = event.key.toLowerCase();
          if (key === 'm') return setShown(shown.length > 0 ? [] : overlays.map((overlay) => overlay.code));
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
        className="relative grid h-[70dvh] w-full place-items-center overflow-hidden rounded bg-[#000]"
      >
        {url ? (
          <div className="relative" style={{ aspectRatio: aspect, width: `min(100%, calc(70dvh * ${aspect}))` }}>
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
        Keys on the image: arrows and wheel for images
        {presets.length > 0 && ', 1–5 for windows'}
        {overlays.length > 0 && ', M for masks'}
        {onSeries && ', P and N for series'}
      </p>
    </section>
  );
}

function Swatch({ code }: { readonly code: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.style.backgroundColor = `rgb(${colourOf(code).join(' ')})`;
  }, [code]);
  return <span ref={ref} aria-hidden className="size-3 rounded-sm" />;
}

/** The mask of one slice in the image's own pixels, scaled with it. */
function Mask({
  overlay,
  sopInstanceUid,
  frame,
  opacity,
}: {
  readonly overlay: Overlay;
  readonly sopInstanceUid: string | null;
  readonly frame: number;
  readonly opacity: number;
}) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = ref.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    const { columns, rows } = overlay;
    canvas.width = columns;
    canvas.height = rows;
    const slice = overlay.slices.find(
      (candidate) => candidate.sopInstanceUid === sopInstanceUid && (candidate.frame ?? 0) === frame,
    );
    if (!slice) return;
    const mask = decodeRuns(slice.runs, columns * rows);
    const image = context.createImageData(columns, rows);
    const [red, green, blue] = colourOf(overlay.code);
    for (const [pixel, isSet] of mask.entries())
      if (isSet) image.data.set([red, green, blue, Math.round(opacity * 255)], pixel * 4);
    context.putImageData(image, 0, 0);
  }, [overlay, sopInstanceUid, frame, opacity]);
  return (
    <canvas
      ref={ref}
      data-overlay={overlay.code}
      aria-hidden
      className="absolute inset-0 size-full [image-rendering:pixelated]"
    />
  );
}

const colourOf = (code: string): readonly [number, number, number] => OVERLAY_COLOURS[code] ?? [247, 172, 90];
