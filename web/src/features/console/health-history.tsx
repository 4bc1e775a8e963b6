import { operations } from '@duai/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { formatDate, formatTime } from '../../lib/formatting.ts';
import { activeLanguage } from '../../lib/language.ts';
import { useWorkTexts } from '../../lib/messages.tsx';
import { keyOf } from '../../lib/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { HEALTH_RENEW_MS } from './dead-jobs.tsx';
import { Loaded } from './loaded.tsx';

const SPANS = [1, 7] as const;
/** What should be nought is red where it is not. */
const BAD: ReadonlySet<operations.HealthGauge> = new Set([
  'jobsDead',
  'messagesFailed',
  'filesDamaged',
  'partsFailing',
]);

/** The main gauges over the last day or week. */
export function HealthHistory() {
  const texts = useWorkTexts().operations.history;
  const [days, setDays] = useState<(typeof SPANS)[number]>(1);
  const found = useQuery({
    queryKey: keyOf(operations.getHealthHistory, { query: { days } }),
    queryFn: () => call(operations.getHealthHistory, { query: { days } }),
    placeholderData: (before) => before,
    staleTime: 0,
    refetchInterval: HEALTH_RENEW_MS,
  });
  return (
    <section aria-labelledby="history" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="history" className="font-semibold">
          {texts.title}
        </h2>
        <fieldset className="flex gap-1">
          <legend className="sr-only">{texts.span}</legend>
          {SPANS.map((span) => (
            <Button
              key={span}
              size="small"
              variant={span === days ? 'secondary' : 'quiet'}
              aria-pressed={span === days}
              onClick={() => setDays(span)}
            >
              {span === 1 ? texts.day : texts.week}
            </Button>
          ))}
        </fieldset>
      </div>
      <Loaded query={found} tellsAge>
        {(history) =>
          history.samples.length === 0 ? (
            <p className="text-sm text-grey-4">{texts.none}</p>
          ) : (
            <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4">
              {operations.HEALTH_GAUGES.map((gauge) => (
                <Gauge key={gauge} gauge={gauge} history={history} />
              ))}
            </div>
          )
        }
      </Loaded>
    </section>
  );
}

function Gauge({
  gauge,
  history: { from, to, stepMinutes, samples },
}: {
  readonly gauge: operations.HealthGauge;
  readonly history: operations.HealthHistory;
}) {
  const texts = useWorkTexts().operations.history;
  const language = activeLanguage();
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  const points = samples.map((sample) => ({
    x: Math.max(0, (Date.parse(sample.at) - begin) / (end - begin)),
    y: sample[gauge],
  }));
  const most = Math.max(...points.map(({ y }) => y));
  const now = points.at(-1)?.y ?? 0;
  const isBad = BAD.has(gauge) && most > 0;
  const timeOf = (time: string) => (stepMinutes < 60 ? formatTime(time, language) : formatDate(time, language));
  return (
    <Card className="grid content-start gap-2">
      <h3 className="text-sm font-semibold">{texts.gauges[gauge]}</h3>
      <LineChart
        id={`gauge-${gauge}`}
        title={texts.gauges[gauge]}
        description={texts.nowAndMost({ now, most })}
        lines={[
          {
            name: gauge,
            className: isBad ? 'stroke-red-strong fill-red-strong' : 'stroke-signal fill-signal',
            points,
            // Two steps apart the server stood still.
            joinsWithin: (2.5 * stepMinutes * 60_000) / (end - begin),
          },
        ]}
        ticks={[
          { x: 0, name: timeOf(from) },
          { x: 1, name: stepMinutes < 60 ? texts.now : texts.today },
        ]}
      />
      <p className="text-sm text-grey-4 tabular-nums">{texts.nowAndMost({ now, most })}</p>
    </Card>
  );
}
