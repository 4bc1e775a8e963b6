import { Brush, Eraser } from 'lucide-react';
import { memo, useState } from 'react';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import type { View } from '../stage/view.ts';
import type { ViewportTools } from '../stage/viewport-tools.ts';
import { Swatch } from './mask.tsx';

const FIRST_RADIUS = 4;
const LARGEST_RADIUS = 40;

/** Brush and eraser for a mask of an algorithm; saving creates a new version. */
export const MaskBrush = memo(function MaskBrush({
  overlays,
  maskEditing,
  brush,
  run,
}: Pick<ViewportTools, 'overlays' | 'maskEditing' | 'run'> & Pick<View, 'brush'>) {
  const texts = useWorkTexts().viewer;
  const [isSaving, setIsSaving] = useState(false);
  const names: Readonly<Record<string, string>> = texts.masks;
  if (!maskEditing) return null;
  // Also where the brush is put away, as by who comes back to a series: what is not saved is not signed.
  const changed = overlays.filter(({ code }) => maskEditing.isChanged(code));
  return (
    <>
      {overlays.map(
        ({ code, origin }) =>
          origin && (
            <IconButton
              key={code}
              label={texts.correct({ mask: names[code] ?? code })}
              aria-pressed={brush?.code === code}
              className="relative aria-pressed:bg-signal-soft"
              onClick={() =>
                run({
                  do: 'choose-brush',
                  brush: brush?.code === code ? null : { code, isErasing: false, radius: FIRST_RADIUS },
                })
              }
            >
              <Brush aria-hidden className="size-4" />
              <span className="absolute end-0.5 bottom-0.5">
                <Swatch code={code} />
              </span>
            </IconButton>
          ),
      )}
      {brush && (
        <>
          <IconButton
            label={texts.eraser}
            aria-pressed={brush.isErasing}
            className="aria-pressed:bg-signal-soft"
            onClick={() => run({ do: 'choose-brush', brush: { ...brush, isErasing: !brush.isErasing } })}
          >
            <Eraser aria-hidden className="size-4" />
          </IconButton>
          <label className="inline-flex min-h-8 items-center gap-2 text-sm">
            {texts.brushSize}
            <input
              type="range"
              min={1}
              max={LARGEST_RADIUS}
              value={brush.radius}
              onChange={(event) => run({ do: 'choose-brush', brush: { ...brush, radius: event.target.valueAsNumber } })}
              className="w-20 accent-(--signal)"
            />
            <output className="w-5 text-end tabular-nums">{brush.radius}</output>
          </label>
        </>
      )}
      {changed.map(({ code }) => (
        <span key={code} className="inline-flex flex-wrap items-center gap-1">
          {brush?.code !== code && <span className="text-sm">{names[code] ?? code}</span>}
          <Button
            size="small"
            variant="secondary"
            disabled={isSaving}
            onClick={() => {
              setIsSaving(true);
              // A failed save is reported by the function that stores it; the strokes are kept.
              maskEditing
                .save(code)
                .catch(() => undefined)
                .finally(() => setIsSaving(false));
            }}
          >
            {texts.saveMask}
          </Button>
          <Button size="small" variant="quiet" onClick={() => maskEditing.discard(code)}>
            {texts.discardMask}
          </Button>
        </span>
      ))}
      {overlays.map(
        ({ code, origin }) =>
          origin?.correctedBy && (
            <span key={code} className="text-xs text-grey-4">
              {names[code] ?? code}: {texts.maskVersion({ version: origin.version, name: origin.correctedBy })}
            </span>
          ),
      )}
    </>
  );
});
