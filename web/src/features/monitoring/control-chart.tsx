import type { Language, monitoring } from '@duai/contract';
import { useId } from 'react';
import { formatDate } from '../../lib/formatting.ts';
import { useReader, useWorkTexts } from '../../lib/messages.tsx';
import { isShare, scaleOf, valueText } from './chart-scale.ts';

const WIDTH = 520;
const HEIGHT = 190;
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 10, 12, 26];
/** Half the width of the limits of a chart with one day. */
const ALONE = 30;

/** One measure by day with its control limits: what leaves them is red and has a mark of its own. The table below says it in numbers. */
export function ControlChart({
  measure,
  points,
}: {
  readonly measure: monitoring.Measure;
  readonly points: readonly monitoring.ChartPoint[];
}) {
  const id = useId();
  const texts = useWorkTexts().evaluation.monitoring;
  const { language } = useReader();
  const days = points.map(({ day }) => Date.parse(day));
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const { low, high, ticks } = scaleOf(measure, points);
  const x = (day: string) =>
    first === last
      ? (LEFT + WIDTH - RIGHT) / 2
      : LEFT + ((Date.parse(day) - first) / (last - first)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => HEIGHT - BOTTOM - ((value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const line = points
    .map(({ day, value }, at) => `${at === 0 ? 'M' : 'L'}${x(day).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
  /** Limits hold for one day, with its number of results: a step from halfway to the day before to halfway to the next one. */
  const steps = (limit: keyof NonNullable<monitoring.ChartPoint['limits']>) =>
    points
      .map(({ day, limits }, at) => {
        if (!limits) return '';
        const [before, next] = [points[at - 1], points[at + 1]];
        const here = x(day);
        const alone = points.length === 1 ? ALONE : 0;
        const from = before ? (x(before.day) + here) / 2 : here - alone;
        const to = next ? (here + x(next.day)) / 2 : here + alone;
        return `M${from.toFixed(1)} ${y(limits[limit]).toFixed(1)}H${to.toFixed(1)}`;
      })
      .join('');
  const breaches = points.filter(({ isBreach }) => isBreach).length;
  return (
    <figure className="grid min-w-0 grid-cols-1 gap-1">
      <figcaption className="font-semibold">{texts.measures[measure]}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby={id} className="w-full text-ink">
        <title id={id}>{texts.chart({ measure: texts.measures[measure], days: points.length, breaches })}</title>
        {ticks.map((tick) => (
          <g key={tick} className="fill-grey-4 stroke-grey-2 text-[12px] max-sm:text-[17px]">
            <path d={`M${LEFT} ${y(tick)}H${WIDTH - RIGHT}`} fill="none" />
            <text x={LEFT - 7} y={y(tick) + 4} textAnchor="end" stroke="none">
              {valueText(measure, tick, language)}
            </text>
          </g>
        ))}
        <path d={steps('high')} className="stroke-orange" strokeWidth={1.5} strokeDasharray="5 4" fill="none" />
        <path d={steps('low')} className="stroke-orange" strokeWidth={1.5} strokeDasharray="5 4" fill="none" />
        <path d={steps('centre')} className="stroke-grey-3" fill="none" />
        <path d={line} className="stroke-signal" strokeWidth={2} fill="none" />
        {points.map(({ day, value, isBreach }) =>
          isBreach ? (
            <rect key={day} x={x(day) - 4.5} y={y(value) - 4.5} width={9} height={9} className="fill-red" />
          ) : (
            <circle key={day} cx={x(day)} cy={y(value)} r={2.5} className="fill-signal" />
          ),
        )}
        {[points.at(0), points.length > 1 ? points.at(-1) : undefined].map((point, at) =>
          point ? (
            <text
              key={point.day}
              x={x(point.day)}
              y={HEIGHT - 7}
              textAnchor={points.length === 1 ? 'middle' : at === 0 ? 'start' : 'end'}
              className="fill-grey-4 text-[12px] max-sm:text-[17px]"
            >
              {formatDate(point.day, language)}
            </text>
          ) : null,
        )}
      </svg>
      <p className="text-sm text-grey-4">{lastText(measure, points, texts, language)}</p>
    </figure>
  );
}

/** The newest day in words. */
function lastText(
  measure: monitoring.Measure,
  points: readonly monitoring.ChartPoint[],
  texts: ReturnType<typeof useWorkTexts>['evaluation']['monitoring'],
  language: Language,
): string {
  const last = points.at(-1);
  if (!last) return '';
  const say = (value: number) => valueText(measure, value, language);
  const said = texts.last({ day: formatDate(last.day, language), value: say(last.value), n: last.n });
  const spread = last.spread === null || isShare(measure) ? '' : ` ${texts.spread({ spread: say(last.spread) })}`;
  const limits = last.limits
    ? texts.limits({ low: say(last.limits.low), high: say(last.limits.high) })
    : texts.noLimits;
  return `${said}${spread} ${limits}`;
}
