import type { monitoring } from '@duai/contract';
import { formatDate } from '../../lib/formatting.ts';
import { useReader, useWorkTexts } from '../../lib/messages.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';
import { breachText } from './breach-text.ts';
import { ControlChart } from './control-chart.tsx';

/** Columns that a narrow page leaves to the charts. */
const WIDE = 'max-lg:hidden';
/** Days that the table lists; the charts show all. */
const LISTED_DAYS = 14;

/** Ninety days of one version: figures by day, a chart for each measure, and what left its limits. */
export function VersionFiguresCard({
  figures,
  whose,
  children,
}: {
  readonly figures: monitoring.VersionFigures;
  /** Whose studies, where more than one is shown. */
  readonly whose?: string;
  /** What can be done about it. */
  readonly children?: React.ReactNode;
}) {
  const texts = useWorkTexts().evaluation.monitoring;
  const { language } = useReader();
  const { algorithmId, version, title, days, charts, breaches } = figures;
  const name = `${algorithmId} ${version}`;
  const runs = days.reduce((sum, day) => sum + day.runs, 0);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">
            {[title?.[language] ?? algorithmId, whose].filter(Boolean).join(': ')}
          </h2>
          <p className="font-mono text-sm text-grey-4 wrap-anywhere">{name}</p>
        </div>
        {breaches.length > 0 && <Badge tone="red">{texts.leftLimits({ count: breaches.length })}</Badge>}
      </div>
      <p>{texts.volume({ runs, days: days.length })}</p>
      {children}
      {breaches.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {breaches.map((breach) => (
            <li key={`${breach.measure} ${breach.day}`}>{breachText(breach, texts, language)}</li>
          ))}
        </ul>
      )}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        {charts.map(({ measure, points }) => (
          <ControlChart key={measure} measure={measure} points={points} />
        ))}
      </div>
      <details>
        <summary className="cursor-pointer font-semibold text-signal">{texts.byDay}</summary>
        <div className="mt-3">
          <Table caption={texts.byDayOf({ name })}>
            <TableHead
              headings={[
                texts.day,
                [texts.runs, 'text-end'],
                [texts.seconds, `text-end ${WIDE}`],
                [texts.failures, 'text-end'],
                [texts.positives, `text-end ${WIDE}`],
                [texts.agreed, `text-end ${WIDE}`],
                [texts.disagreed, `text-end ${WIDE}`],
              ]}
            />
            <tbody>
              {days
                .toReversed()
                .slice(0, LISTED_DAYS)
                .map((day) => (
                  <tr key={day.day}>
                    <Cell className="whitespace-nowrap">{formatDate(day.day, language)}</Cell>
                    <Cell className="text-end tabular-nums">{day.runs}</Cell>
                    <Cell className={`text-end tabular-nums ${WIDE}`}>
                      {new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(day.seconds)}
                    </Cell>
                    <Cell className="text-end tabular-nums">{day.failures}</Cell>
                    <Cell className={`text-end tabular-nums ${WIDE}`}>{day.positives}</Cell>
                    <Cell className={`text-end tabular-nums ${WIDE}`}>{day.agreed}</Cell>
                    <Cell className={`text-end tabular-nums ${WIDE}`}>{day.disagreed}</Cell>
                  </tr>
                ))}
            </tbody>
          </Table>
        </div>
      </details>
    </Card>
  );
}
