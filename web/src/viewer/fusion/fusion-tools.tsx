import { Blend } from 'lucide-react';
import { memo, useState } from 'react';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Button } from '../../ui/button.tsx';
import type { View } from '../stage/view.ts';
import type { ViewportTools } from '../stage/viewport-tools.ts';
import { type FusionOffer, switchedBy } from './fusion.ts';
import type { ColourRange } from './hot-iron.ts';

/** Switches the uptake of another series on and off, chooses which, its opacity and its colours. */
export const FusionTools = memo(function FusionTools({
  offer,
  fusion,
  run,
}: Pick<View, 'fusion'> & Pick<ViewportTools, 'run'> & { readonly offer: FusionOffer }) {
  const { fusion: texts, opacity } = useWorkTexts().viewer;
  const candidate = switchedBy(offer, fusion);
  if (!candidate)
    return offer.elsewhere ? (
      <span className="shrink-0 text-sm text-grey-4 max-lg:-order-1">{texts.elsewhere({ name: offer.elsewhere })}</span>
    ) : null;
  const shown = fusion?.isShown && fusion.seriesId === candidate.id ? fusion : undefined;
  return (
    // On a narrow screen, where the line is scrolled, beside the windows.
    <span className="inline-flex shrink-0 items-center gap-x-2 max-lg:-order-1">
      <Button
        size="small"
        variant={shown ? 'secondary' : 'quiet'}
        aria-pressed={shown !== undefined}
        title={texts.what({ name: candidate.name })}
        onClick={() => run({ do: 'toggle-fusion', seriesId: candidate.id })}
      >
        <Blend aria-hidden className="size-4" />
        {texts.name}
      </Button>
      {offer.candidates.length > 1 && (
        <select
          aria-label={texts.which}
          value={candidate.id}
          onChange={({ target }) => run({ do: 'toggle-fusion', seriesId: target.value })}
          className="h-8 max-w-48 shrink-0 rounded border border-grey-2 bg-surface px-2 text-sm pointer-coarse:h-11"
        >
          {offer.candidates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      {shown && (
        <>
          <ColourRangeEntry
            key={candidate.id}
            range={shown.range ?? candidate.range}
            unit={candidate.scale.unit}
            onChange={(range) => run({ do: 'change-fusion', change: { range } })}
          />
          <label className="inline-flex min-h-8 items-center gap-2 text-sm">
            {opacity}
            <input
              type="range"
              aria-label={texts.opacity}
              min={0.1}
              max={1}
              step={0.05}
              value={shown.opacity}
              onChange={({ target }) => run({ do: 'change-fusion', change: { opacity: target.valueAsNumber } })}
              className="w-20 accent-(--signal) pointer-coarse:h-11"
            />
          </label>
        </>
      )}
    </span>
  );
});

function ColourRangeEntry({
  range,
  unit,
  onChange,
}: {
  readonly range: ColourRange;
  readonly unit: string | null;
  readonly onChange: (range: ColourRange) => void;
}) {
  const texts = useWorkTexts().viewer.fusion;
  /** While it is typed: what is no range yet is not applied. */
  const [typed, setTyped] = useState<Readonly<Record<'from' | 'to', string>> | null>(null);
  const shown = typed ?? { from: String(range.from), to: String(range.to) };
  const isRange = (from: string, to: string) => from !== '' && to !== '' && Number(from) < Number(to);
  // A tenth of the size of the numbers: half a unit for uptake.
  const step = unit === 'SUV' ? 0.5 : 10 ** Math.floor(Math.log10(Math.abs(range.to) || 1) - 1);
  return (
    <span className="inline-flex shrink-0 items-center gap-1" dir="ltr">
      {(['from', 'to'] as const).map((end) => {
        const label = texts[end]({ unit: unit ?? '' }).trim();
        return (
          <input
            key={end}
            type="number"
            aria-label={label}
            title={label}
            aria-invalid={!isRange(shown.from, shown.to)}
            step={step}
            value={shown[end]}
            onChange={({ target }) => {
              const next = { ...shown, [end]: target.value };
              setTyped(next);
              if (isRange(next.from, next.to)) onChange({ from: Number(next.from), to: Number(next.to) });
            }}
            onBlur={() => setTyped(null)}
            className="h-8 w-16 rounded border border-grey-2 bg-surface px-1.5 font-mono text-xs tabular-nums aria-invalid:border-red pointer-coarse:h-11"
          />
        );
      })}
      {unit && <span className="text-xs text-grey-4">{unit}</span>}
    </span>
  );
}
