import { useState } from 'react';
import { useWorkTexts } from '../../../lib/messages.tsx';
import type { PlanesLook } from '../../volume/open-volume.ts';
import { degreesIn, MOST_DEGREES, TURNS } from '../../volume/turn.ts';
import { SLABS_MM, slabName } from './use-planes.ts';

/** Thickness of the slab, and three angles that turn the planes out of the axes of the patient. */
export function PlanesTools({
  look: { slabMm, turn },
  onChange,
}: {
  readonly look: PlanesLook;
  readonly onChange: (change: Partial<PlanesLook>) => void;
}) {
  const texts = useWorkTexts().viewer.room;
  return (
    <>
      <select
        aria-label={texts.slab}
        value={slabMm}
        onChange={(event) => onChange({ slabMm: Number(event.target.value) })}
        className="h-8 shrink-0 rounded border border-grey-2 bg-surface px-2 text-sm"
      >
        {SLABS_MM.map((mm) => (
          <option key={mm} value={mm}>
            {slabName(texts, mm)}
          </option>
        ))}
      </select>
      <fieldset className="flex shrink-0 items-center gap-1 text-sm">
        <legend className="sr-only">{texts.turn}</legend>
        {TURNS.map((axis) => (
          <Degrees
            key={axis}
            name={texts.turns[axis]}
            label={texts.turnAbout[axis]}
            value={turn[axis]}
            onChange={(degrees) => onChange({ turn: { ...turn, [axis]: degrees } })}
          />
        ))}
      </fieldset>
    </>
  );
}

function Degrees({
  name,
  label,
  value,
  onChange,
}: {
  readonly name: string;
  readonly label: string;
  readonly value: number;
  readonly onChange: (degrees: number) => void;
}) {
  /** While it is typed: a minus alone is no number yet. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label className="flex items-center gap-1" title={label}>
      <span aria-hidden>{name}</span>
      <input
        type="number"
        aria-label={label}
        min={-MOST_DEGREES}
        max={MOST_DEGREES}
        step={5}
        value={typed ?? value}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value !== '') onChange(degreesIn(target.value));
        }}
        onBlur={() => setTyped(null)}
        className="h-8 w-16 rounded border border-grey-2 bg-surface px-1.5 font-mono text-xs pointer-coarse:h-11"
      />
    </label>
  );
}
