import { given, type monitoring } from '@duai/contract';

/** The runs of one version on one day (UTC). Means and spreads are over the runs of that day. */
export interface Day {
  day: string;
  runs: number;
  failures: number;
  /** The algorithm looked at the images and gave no result: they are not what it was made for. */
  refusals: number;
  positives: number;
  agreed: number;
  disagreed: number;
  images: Spread | null;
  sliceThickness: Spread | null;
  age: Spread | null;
}
export interface Spread {
  n: number;
  mean: number;
  /** Sum of squared distances from the mean. */
  squares: number;
}

export type Measure = monitoring.Measure;
export type ControlPoint = monitoring.ChartPoint & { measure: Measure };

/** With fewer runs no rate is judged. */
const FEWEST_IN_BASELINE = 50;
const FEWEST_ON_DAY = 10;
const SIGMAS = 3;

type Found = { n: number; value: number; spread: number | null };
interface Chart {
  /** A rate that gets better is no breach. */
  bad: 'low' | 'high' | 'both';
  of(day: Day): Found | null;
  /** Centre of the days before, and what one standard error of a day is. */
  limits(before: readonly Day[], day: Found): { centre: number; error: number; n: number };
  range: readonly [number, number];
}

/**
 * A p-chart (Shewhart; NIST/SEMATECH e-Handbook 6.3.3.2). The centre counts one more run of each kind (Laplace), so that one failure
 * after none is no breach by itself.
 */
const share = (bad: Chart['bad'], countsOf: (day: Day) => [hits: number, of: number]): Chart => ({
  bad,
  range: [0, 1],
  of(day) {
    const [hits, n] = countsOf(day);
    return n === 0 ? null : { n, value: hits / n, spread: null };
  },
  limits(before, { n }) {
    const [hits, of] = before.map(countsOf).reduce(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
    const centre = (hits + 1) / (of + 2);
    return { centre, error: Math.sqrt((centre * (1 - centre)) / n), n: of };
  },
});

const deviationOf = ({ n, squares }: Pick<Spread, 'n' | 'squares'>): number | null =>
  n > 1 ? Math.sqrt(squares / (n - 1)) : null;

/**
 * An x̄-chart (e-Handbook 6.3.2) of a feature that the gates look at. A value that is recorded in steps varies by at least the rounding:
 * step / √12 (JCGM 100:2008 F.2.2.1). Where the days before show no more than that, they say nothing of how values vary, and the
 * spread of the day itself counts: one unusual series among usual ones is no drift.
 * @param step in which the value is recorded
 */
const mean = (step: number, spreadOf: (day: Day) => Spread | null): Chart => ({
  bad: 'both',
  range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  of(day) {
    const found = spreadOf(day);
    if (!found || found.n === 0) return null;
    return { n: found.n, value: found.mean, spread: deviationOf(found) };
  },
  limits(before, { n, spread }) {
    const spreads = before.flatMap((day) => spreadOf(day) ?? []);
    const all = spreads.reduce((sum, each) => sum + each.n, 0);
    const centre = spreads.reduce((sum, each) => sum + each.mean * each.n, 0) / all;
    const squares = spreads.reduce((sum, each) => sum + each.squares + each.n * (each.mean - centre) ** 2, 0);
    const rounding = step / Math.sqrt(12);
    const earlier = deviationOf({ n: all, squares }) ?? 0;
    const deviation = earlier > rounding ? earlier : Math.max(rounding, spread ?? 0);
    return { centre, error: deviation / Math.sqrt(n), n: all };
  },
});

const CHARTS: Record<Measure, Chart> = {
  'positive-rate': share('both', ({ positives, runs, failures }) => [positives, runs - failures]),
  agreement: share('low', ({ agreed, disagreed }) => [agreed, agreed + disagreed]),
  'failure-rate': share('high', ({ failures, runs }) => [failures, runs]),
  'refusal-rate': share('high', ({ refusals, runs }) => [refusals, runs]),
  images: mean(1, ({ images }) => images),
  // Makers write the same thickness as 0.6 and 0.625 mm.
  'slice-thickness': mean(0.1, ({ sliceThickness }) => sliceThickness),
  age: mean(1, ({ age }) => age),
};

/** Each day of a measure against all days before it. @param days oldest first */
function pointsOf(measure: Measure, days: readonly Day[]): ControlPoint[] {
  const chart = CHARTS[measure];
  return days.flatMap((day, at): ControlPoint[] => {
    const found = chart.of(day);
    if (!found) return [];
    const point = { measure, day: day.day, ...found };
    const { centre, error, n } = chart.limits(days.slice(0, at), found);
    if (n < FEWEST_IN_BASELINE || found.n < FEWEST_ON_DAY) return [{ ...point, limits: null, isBreach: false }];
    const [least, most] = chart.range;
    const low = Math.max(least, centre - SIGMAS * error);
    const high = Math.min(most, centre + SIGMAS * error);
    // Room for what floating point rounds.
    const room = ROUNDING * Math.max(1, Math.abs(found.value));
    const isLow = chart.bad !== 'high' && found.value < low - room;
    const isHigh = chart.bad !== 'low' && found.value > high + room;
    return [{ ...point, limits: { centre, low, high }, isBreach: isLow || isHigh }];
  });
}
const ROUNDING = 1e-9;

/** All measures that have any point, day by day. */
export const chartsOf = (days: readonly Day[]): { measure: Measure; points: ControlPoint[] }[] =>
  (Object.keys(CHARTS) as Measure[])
    .map((measure) => ({ measure, points: pointsOf(measure, days) }))
    .filter(({ points }) => points.length > 0);

const DAY_MS = 24 * 60 * 60_000;
/** Readers give their word days after a run. */
const VERDICTS_COME_WITHIN_DAYS = 14;

/** What left its limits on the newest day; of agreement on the newest day that has enough verdicts. @param days oldest first */
export function breachesOf(days: readonly Day[]): (ControlPoint & { limits: NonNullable<ControlPoint['limits']> })[] {
  if (days.length === 0) return [];
  const newest = Date.parse(given(days.at(-1), 'the newest day').day);
  return chartsOf(days).flatMap(({ measure, points }) => {
    const point = points.findLast(({ limits }) => limits !== null);
    if (!point?.limits || !point.isBreach) return [];
    const age = newest - Date.parse(point.day);
    const isNew = measure === 'agreement' ? age <= VERDICTS_COME_WITHIN_DAYS * DAY_MS : age === 0;
    return isNew ? [{ ...point, limits: point.limits }] : [];
  });
}
