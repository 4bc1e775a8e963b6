import { LIMITS, NAMED_WINDOWS, type Overlay, reports, type SeriesWindows, type WindowName } from '@duai/contract';
import { Contrast, ImagePlus } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import type { WindowChoice } from '../reading-queries.ts';
import { overlayName, Swatch } from './mask.tsx';

const WINDOW_NAMES: Record<WindowName, string> = { lung: 'Lung', soft: 'Soft tissue', bone: 'Bone', brain: 'Brain' };
/** A name and its window; undefined: the one in which the series opens. */
type Preset = readonly [name: string, window: WindowChoice | undefined];
export type Presets = readonly Preset[];

/** Windows that fit the part of the body, the one that the series opens in first. */
export function presetsOf({ opening, offered }: SeriesWindows): Presets {
  const nameOf = (name: WindowName) => (name === 'soft' && opening === 'lung' ? 'Mediastinum' : WINDOW_NAMES[name]);
  const others = offered.filter((name) => name !== opening);
  return [
    [opening ? nameOf(opening) : 'Default', undefined],
    ...others.map((name) => [nameOf(name), NAMED_WINDOWS[name]] as const),
  ];
}

/** Windows by name, and the drag that changes them with the first button or a finger. */
export function WindowTools({
  presets,
  window,
  onChoose,
  isWindowing,
  onWindowing,
}: {
  readonly presets: Presets;
  readonly window: WindowChoice | undefined;
  readonly onChoose: (window: WindowChoice | undefined) => void;
  readonly isWindowing: boolean;
  readonly onWindowing: (isWindowing: boolean) => void;
}) {
  return (
    <>
      {presets.map(([name, choice]) => {
        const isChosen = window?.center === choice?.center && window?.width === choice?.width;
        return (
          <Button
            key={name}
            size="small"
            variant={isChosen ? 'secondary' : 'quiet'}
            aria-pressed={isChosen}
            onClick={() => onChoose(choice)}
          >
            {name}
          </Button>
        );
      })}
      <Button
        size="small"
        variant={isWindowing ? 'secondary' : 'quiet'}
        aria-pressed={isWindowing}
        onClick={() => onWindowing(!isWindowing)}
      >
        <Contrast aria-hidden className="size-4" />
        Window/level
      </Button>
    </>
  );
}

/** Which masks lie on the image, and how strongly. */
export function MaskTools({
  overlays,
  shown,
  onShown,
  opacity,
  onOpacity,
}: {
  readonly overlays: readonly Overlay[];
  readonly shown: readonly string[];
  readonly onShown: (codes: readonly string[]) => void;
  readonly opacity: number;
  readonly onOpacity: (opacity: number) => void;
}) {
  if (overlays.length === 0) return null;
  return (
    <>
      {overlays.map(({ code }) => (
        <label key={code} className="ms-2 inline-flex min-h-8 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-(--signal)"
            checked={shown.includes(code)}
            onChange={() => onShown(shown.includes(code) ? shown.filter((other) => other !== code) : [...shown, code])}
          />
          <Swatch code={code} />
          {overlayName(code)}
        </label>
      ))}
      <label className="ms-2 inline-flex min-h-8 items-center gap-2 text-sm">
        Opacity
        <input
          type="range"
          min={0.1}
          max={0.8}
          step={0.05}
          value={opacity}
          onChange={(event) => onOpacity(event.target.valueAsNumber)}
          className="w-20 accent-(--signal)"
        />
      </label>
    </>
  );
}

export interface Marking {
  readonly images: readonly reports.KeyImage[];
  readonly onChange: (images: reports.KeyImage[]) => void;
}

/** Puts what is on show, in its window and as far as it is enlarged, into the report, or takes it out. */
export function MarkButton({ view, images, onChange }: Marking & { readonly view: Omit<reports.KeyImage, 'caption'> }) {
  const name = reports.nameOfKeyImage(view);
  const others = images.filter((image) => reports.nameOfKeyImage(image) !== name);
  const isMarked = others.length < images.length;
  const isFull = !isMarked && images.length >= LIMITS.keyImagesPerReport;
  return (
    <Button
      size="small"
      variant={isMarked ? 'secondary' : 'quiet'}
      className="ms-auto"
      aria-pressed={isMarked}
      disabled={isFull}
      title={isFull ? `A report shows ${LIMITS.keyImagesPerReport} images at most` : undefined}
      onClick={() => onChange(isMarked ? others : [...others, { ...view, caption: '' }])}
    >
      <ImagePlus aria-hidden className="size-4" />
      {isMarked ? 'Remove from report' : 'Add to report'}
    </Button>
  );
}
