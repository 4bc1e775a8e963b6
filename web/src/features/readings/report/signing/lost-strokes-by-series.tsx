import { useWorkTexts } from '../../../../lib/messages.tsx';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';

/** The series on which corrections of masks were not saved before the report was signed. */
export function LostStrokesBySeries({
  series,
  onOpen,
}: {
  readonly series: readonly { readonly id: string; readonly name: string }[];
  /** Not where the series are chosen beside it. */
  readonly onOpen?: (seriesId: string) => void;
}) {
  const { viewer, readings } = useWorkTexts();
  if (series.length === 0) return null;
  return (
    <div ref={bringIntoView}>
      <Banner tone="warning" title={viewer.strokesLost.title}>
        <ul className="grid gap-1">
          {series.map(({ id, name }) => (
            <li key={id} className="flex items-start justify-between gap-2">
              <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
              {onOpen && (
                <Button size="small" variant="secondary" onClick={() => onOpen(id)}>
                  {readings.checklist.openSeries}
                </Button>
              )}
            </li>
          ))}
        </ul>
        <p>{viewer.strokesLost.text}</p>
      </Banner>
    </div>
  );
}

/** It is above where the reader was writing when somebody else signed. */
const bringIntoView = (told: HTMLDivElement | null): void => told?.scrollIntoView({ block: 'nearest' });
