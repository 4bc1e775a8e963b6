import { DUE_HOURS, turnaround, type Urgency } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { Loaded, PageHead } from '../../features/console/loaded.tsx';
import { call } from '../../lib/api.ts';
import { formatDay } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { Card } from '../../ui/card.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { Cell, Table, TableHead } from '../../ui/table.tsx';

const DAY_MS = 24 * 3_600_000;
const { hoursShown, TURNAROUND_DAYS, TURNAROUND_LEAST } = turnaround;

/** How long reports take, by urgency: the figures that the public page of the service shows, and how they went by week. */
export default function Turnaround() {
  const texts = useWorkTexts().operations.turnaround;
  const found = useQuery({
    queryKey: keyOf(turnaround.getTurnaround),
    queryFn: () => call(turnaround.getTurnaround),
    staleTime: 0,
  });
  return (
    <>
      <PageHead title={texts.title} />
      <Loaded query={found}>{(data) => <Figures {...data} />}</Loaded>
    </>
  );
}

function Figures({ urgencies, weeks, mondays }: turnaround.Turnaround) {
  const { operations, names } = useWorkTexts();
  const texts = operations.turnaround;
  return (
    <div className="grid gap-6">
      <p className="max-w-3xl text-sm text-grey-4">
        {texts.text({ days: TURNAROUND_DAYS })} {texts.published({ least: TURNAROUND_LEAST })}
      </p>
      <Table caption={texts.caption}>
        <TableHead
          headings={[
            texts.columns.urgency,
            [texts.columns.reports, 'text-end max-sm:hidden'],
            [texts.columns.median, 'text-end max-sm:whitespace-normal'],
            [texts.columns.p90, 'text-end max-sm:whitespace-normal'],
            [texts.columns.inTime, 'text-end max-sm:hidden'],
          ]}
        />
        <tbody>
          {urgencies.map(({ urgency, reports, medianHours, p90Hours, inTime }) => (
            <tr key={urgency}>
              <Cell>
                {names.urgencies[urgency]}
                {/* What has no column of its own on a narrow screen. */}
                <span className="block text-grey-4 sm:hidden">{texts.reports({ count: reports })}</span>
              </Cell>
              <Cell className="text-end max-sm:hidden">{reports}</Cell>
              <Cell className="text-end">{hoursShown(medianHours)}</Cell>
              <Cell className="text-end">{hoursShown(p90Hours)}</Cell>
              <Cell className="text-end max-sm:hidden">
                {reports === 0 ? '–' : texts.share({ count: inTime, of: reports })}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
        {urgencies.map(({ urgency }) => (
          <Card key={urgency} className="grid content-start gap-3">
            <Weeks urgency={urgency} weeks={weeks.filter((week) => week.urgency === urgency)} mondays={mondays} />
          </Card>
        ))}
      </div>
    </div>
  );
}

/** The weeks of one urgency, on the time axis that all have. */
function Weeks({
  urgency,
  weeks,
  mondays,
}: {
  readonly urgency: Urgency;
  readonly weeks: turnaround.Turnaround['weeks'];
  readonly mondays: readonly string[];
}) {
  const { operations, names } = useWorkTexts();
  const texts = operations.turnaround;
  const language = activeLanguage();
  const [first = '', last = ''] = [mondays.at(0), mondays.at(-1)];
  const span = Date.parse(last) - Date.parse(first);
  const placeOf = (monday: string) => (Date.parse(monday) - Date.parse(first)) / span;
  const title = texts.byWeek({ urgency: names.urgencies[urgency] });
  const words = ({ monday, reports, medianHours, p90Hours }: (typeof weeks)[number]) =>
    texts.week({
      day: formatDay(monday, language),
      count: reports,
      median: hoursShown(medianHours),
      p90: hoursShown(p90Hours),
    });
  const line = (figure: 'medianHours' | 'p90Hours') => ({
    points: weeks.map((week) => ({ x: placeOf(week.monday), y: week[figure] ?? 0 })),
    // A week without a report is a gap.
    joinsWithin: (1.5 * 7 * DAY_MS) / span,
  });
  return (
    <>
      <h2 className="font-semibold">{title}</h2>
      {weeks.length > 0 ? (
        <>
          <LineChart
            id={`weeks-${urgency}`}
            title={title}
            description={weeks.map(words).join(' ')}
            lines={[
              { name: texts.columns.median, className: 'stroke-signal fill-signal', ...line('medianHours') },
              { name: texts.columns.p90, className: 'stroke-orange-line fill-orange-line', ...line('p90Hours') },
              {
                name: texts.due,
                className: 'stroke-grey-4',
                isDashed: true,
                points: [0, 1].map((x) => ({ x, y: DUE_HOURS[urgency] })),
              },
            ]}
            ticks={[first, last].map((monday) => ({ x: placeOf(monday), name: formatDay(monday, language) }))}
            counts={weeks.map((week) => ({ x: placeOf(week.monday), count: week.reports, hint: words(week) }))}
          />
          <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-grey-4">
            <Key className="h-1 rounded bg-signal">{texts.columns.median}</Key>
            <Key className="h-1 rounded bg-orange-line">{texts.columns.p90}</Key>
            <Key className="border-t-2 border-dashed border-grey-4">{texts.due}</Key>
            <li>{texts.countsHelp}</li>
          </ul>
          <details className="text-sm">
            <summary className="cursor-pointer">{texts.asTable}</summary>
            <ul className="mt-2 grid gap-1">
              {weeks.map((week) => (
                <li key={week.monday}>{words(week)}</li>
              ))}
            </ul>
          </details>
        </>
      ) : (
        <p className="text-sm text-grey-4">{texts.none}</p>
      )}
    </>
  );
}

const Key = ({ className, children }: { readonly className: string; readonly children: React.ReactNode }) => (
  <li className="flex items-center gap-2">
    <span aria-hidden className={`w-5 ${className}`} />
    {children}
  </li>
);
