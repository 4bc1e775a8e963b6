import { FileInput, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWorkTexts } from '../../lib/messages.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { KeptMeasurements } from '../measuring/use-measurements.ts';
import { planeTitle } from '../room/computed/use-planes.ts';

export type PlaneMeasurement = KeptMeasurements['onPlanes'][number];

/** Measurements on computed planes, which no image of a series shows; each leads to its plane. */
export function PlaneMeasurementList({
  measurements,
  remove,
  onTell,
  wayTo,
}: {
  readonly measurements: readonly PlaneMeasurement[];
  /** Undefined for who may not change them. */
  readonly remove: ((id: string) => void) | undefined;
  /** Takes one over into the report. */
  readonly onTell?: ((measurement: PlaneMeasurement) => void) | undefined;
  /** A button or a link with this text. */
  readonly wayTo: (measurement: PlaneMeasurement, text: string) => ReactNode;
}) {
  const texts = useWorkTexts().viewer;
  if (measurements.length === 0) return null;
  return (
    <section aria-label={texts.onPlanes.title} className="mt-2 grid grid-cols-1 gap-1 text-sm">
      <h3 className="text-xs text-grey-4">{texts.onPlanes.title}</h3>
      <ul className="grid grid-cols-1 gap-1">
        {measurements.map((one) => {
          const { id, plane, text, isOwn, measuredBy } = one;
          const measure = texts.measures[one.measure];
          const name = planeTitle(texts.room, plane.kind, plane, 1);
          return (
            <li key={id} className="flex flex-wrap items-start gap-x-1">
              {wayTo(one, texts.onPlanes.measured({ plane: name, measure, result: text }))}
              {!isOwn && <span className="text-xs text-grey-4">{texts.measuredBy({ name: measuredBy })}</span>}
              {remove && (
                <IconButton label={texts.onPlanes.remove({ plane: name, measure })} onClick={() => remove(id)}>
                  <Trash2 aria-hidden className="size-4" />
                </IconButton>
              )}
              {onTell && text !== '' && (
                <IconButton label={texts.onPlanes.tell({ plane: name, measure })} onClick={() => onTell(one)}>
                  <FileInput aria-hidden className="size-4" />
                </IconButton>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
