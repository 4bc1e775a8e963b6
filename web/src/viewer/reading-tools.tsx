import { LIMITS, reports, type WindowName } from '@duai/contract';
import { Contrast, ImagePlus } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { overlayName, Swatch } from './mask.tsx';
import { isSameWindow, type Preset } from './view.ts';
import type { ViewportTools } from './viewport.tsx';

const WINDOW_NAMES: Record<WindowName, string> = { lung: 'Lung', soft: 'Soft tissue', bone: 'Bone', brain: 'Brain' };
const nameOf = (name: Preset['name'], opening: Preset['name'] | undefined): string => {
  if (name === 'stored') return 'Default';
  return name === 'soft' && opening === 'lung' ? 'Mediastinum' : WINDOW_NAMES[name];
};

/** Windows by name, and the drag that changes them with the first button or a finger. */
export function WindowTools({ presets, view, run }: ViewportTools) {
  const { isWindowing } = view;
  return (
    <>
      {presets.map(({ name, window }) => {
        const isChosen = isSameWindow(window, view.window);
        return (
          <Button
            key={name}
            size="small"
            variant={isChosen ? 'secondary' : 'quiet'}
            aria-pressed={isChosen}
            onClick={() => run({ do: 'choose-window', window })}
          >
            {nameOf(name, presets[0]?.name)}
          </Button>
        );
      })}
      <Button
        size="small"
        variant={isWindowing ? 'secondary' : 'quiet'}
        aria-pressed={isWindowing}
        onClick={() => run({ do: 'toggle-windowing' })}
      >
        <Contrast aria-hidden className="size-4" />
        Window/level
      </Button>
    </>
  );
}

/** Which masks lie on the image, and how strongly. */
export function MaskTools({ overlays, haveMasksFailed, view, run }: ViewportTools) {
  if (haveMasksFailed)
    return <p className="ms-2 text-sm font-medium text-red">The masks could not be loaded. Load the page again.</p>;
  if (overlays.length === 0) return null;
  return (
    <>
      {overlays.map(({ code }) => (
        <label key={code} className="ms-2 inline-flex min-h-8 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-(--signal)"
            checked={!view.hiddenMasks.includes(code)}
            onChange={() => run({ do: 'toggle-mask', code })}
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
          value={view.maskOpacity}
          onChange={(event) => run({ do: 'fade-masks', opacity: event.target.valueAsNumber })}
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
