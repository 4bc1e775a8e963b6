import type { Measure, PixelShape } from '@duai/imaging/browser';
import { Download, FileInput, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useWorkTexts } from '../../lib/messages.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { placeOf } from '../frames.ts';
import type { ViewportTools } from '../stage/viewport-tools.ts';
import type { Place } from '../study-source.ts';
import { RegionMeasure, type RegionMeasuring } from './region-measure.tsx';

/** Longest text of an arrow. */
const NOTE_LENGTH = 200;

/** Applied when the field loses focus or Enter is pressed, not with every letter. */
function ArrowText({
  label,
  text,
  onChange,
}: {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}) {
  const [typed, setTyped] = useState(text);
  const tell = () => typed !== text && onChange(typed);
  return (
    <input
      aria-label={label}
      value={typed}
      maxLength={NOTE_LENGTH}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={tell}
      onKeyDown={(event) => event.key === 'Enter' && tell()}
      className="h-8 max-w-full rounded border border-grey-2 bg-surface px-2 pointer-coarse:h-11"
    />
  );
}

const SPACINGS = {
  patient: 'calibrated',
  imager: 'atImager',
  film: 'atFilm',
  region: 'inRegions',
  none: 'noSpacing',
} as const;
/** Whether lengths refer to the body, to the detector, to a film, to the body within regions of the image, or to nothing known. */
function nameOfSpacing({ spacing, regions = [] }: PixelShape) {
  const known = spacing ?? regions.find((region) => region.spacing)?.spacing;
  return SPACINGS[known?.of ?? 'none'];
}

/** Takes a measurement over into the report. */
export type OnTell = (
  measured: Place & { readonly id: string; readonly measure: Measure; readonly text: string },
) => void;

/** The measurements, each with a link to its image. */
export function MeasurementList({
  measured,
  frames,
  numbers,
  run,
  removeMeasurement,
  annotateMeasurement,
  saveMeasurements,
  shape,
  keeping,
  regions,
  onTell,
  isComputed,
}: ViewportTools & {
  /** By which a report tells each frame. */
  readonly numbers: readonly number[];
  readonly regions: RegionMeasuring | undefined;
  readonly onTell: OnTell | undefined;
  /** The images are planes computed from a series, which no server has. */
  readonly isComputed: boolean;
}) {
  const texts = useWorkTexts().viewer;
  if (measured.length === 0) return null;
  const numberAt = (at: number) => numbers[at] ?? at + 1;
  return (
    <section aria-label={texts.measurements} className="grid grid-cols-1 gap-1 text-sm">
      <ul className="grid grid-cols-1 gap-1">
        {measured.map(({ id, at, kind, text, points, canChange, canRemove, colleague }) => (
          <li key={id} className="flex flex-wrap items-start gap-x-1">
            <Button
              size="small"
              variant="quiet"
              className="h-auto min-h-8 min-w-0 flex-1 basis-24 justify-start text-start whitespace-normal"
              onClick={() => run({ do: 'go', to: at })}
            >
              {texts.measured({ image: numberAt(at), measure: texts.measures[kind], result: text })}
            </Button>
            {colleague !== undefined && (
              <span className="text-xs text-grey-4">{texts.measuredBy({ name: colleague })}</span>
            )}
            {canRemove && (
              <IconButton
                label={texts.removeMeasurement({ image: numberAt(at), measure: texts.measures[kind] })}
                onClick={() => removeMeasurement(id)}
              >
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            )}
            {kind === 'arrow' && canChange && (
              <ArrowText
                label={texts.note({ image: numberAt(at) })}
                text={text}
                onChange={(changed) => annotateMeasurement(id, changed)}
              />
            )}
            {onTell && text !== '' && (
              <IconButton
                label={texts.tellMeasurement({ image: numberAt(at), measure: texts.measures[kind] })}
                onClick={() => {
                  const shown = frames[at];
                  if (shown) onTell({ id, measure: kind, text, ...placeOf(shown) });
                }}
              >
                <FileInput aria-hidden className="size-4" />
              </IconButton>
            )}
            {regions && (kind === 'ellipse' || kind === 'rectangle') && (
              <RegionMeasure {...regions} shape={kind} points={points} frames={frames.slice(at)} image={numberAt(at)} />
            )}
          </li>
        ))}
      </ul>
      {measured.some(({ colleague, canRemove }) => colleague !== undefined && canRemove) && (
        <p className="text-xs">{texts.ofColleagues}</p>
      )}
      <p className="text-xs text-grey-4">
        {shape && `${texts.pixels[nameOfSpacing(shape)]}. `}
        {keeping === 'never' && isComputed ? texts.keeping.neverOnPlanes : texts.keeping[keeping]}
      </p>
      {saveMeasurements && (
        <Button size="small" variant="quiet" className="justify-self-start" onClick={saveMeasurements}>
          <Download aria-hidden className="size-4 shrink-0" />
          {texts.saveMeasurements}
        </Button>
      )}
    </section>
  );
}
