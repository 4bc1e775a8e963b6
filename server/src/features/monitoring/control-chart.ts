/** Runs of one version on one day (UTC). Means and spreads are of the runs of that day. */
export interface Day {
  day: string;
  runs: number;
  failures: number;
  positives: number;
  images: Spread | null;
  sliceThickness: Spread | null;
}
export interface Spread {
  n: number;
  mean: number;
  /** Sum of squared distances from the mean. */
  squares: number;
}

export const MEASURES = ['positive-rate', 'failure-rate', 'images', 'slice-thickness'] as const;
export type Measure = (typeof MEASURES)[number];

export interface ControlPoint {
  measure: Measure;
  n: number;
  value: number;
  low: number;
  high: number;
  isBreach: boolean;
}

/** Fewer runs say nothing of a rate. */
const FEWEST_IN_BASELINE = 50;
const FEWEST_ON_DAY = 10;
const SIGMAS = 3;

/**
 * The newest day against all days before it: shares on a p-chart (Shewhart; NIST/SEMATECH e-Handbook 6.3.3.2), means of the
 * input on an x̄-chart (6.3.2). The centre of a share counts one more run of each kind (Laplace), so that one failure after none is
 * no breach by itself.
 * @param days oldest first @returns nothing while there are too few runs
 */
export function controlPoints(days: readonly Day[]): ControlPoint[] {
  const newest = days.at(-1);
  const before = days.slice(0, -1);
  if (!newest) return [];
  return [
    ...share('positive-rate', before, newest, (day) => [day.positives, day.runs - day.failures]),
    ...share('failure-rate', before, newest, (day) => [day.failures, day.runs]),
    ...mean('images', before, newest, ({ images }) => images),
    ...mean('slice-thickness', before, newest, ({ sliceThickness }) => sliceThickness),
  ];
}

function share(
  measure: Measure,
  before: readonly Day[],
  newest: Day,
  countsOf: (day: Day) => [hits: number, runs: number],
): ControlPoint[] {
  const [hits, runs] = before.map(countsOf).reduce(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
  const [found, n] = countsOf(newest);
  if (runs < FEWEST_IN_BASELINE || n < FEWEST_ON_DAY) return [];
  const centre = (hits + 1) / (runs + 2);
  const reach = SIGMAS * Math.sqrt((centre * (1 - centre)) / n);
  return [pointOf(measure, n, found / n, Math.max(0, centre - reach), Math.min(1, centre + reach))];
}

function mean(
  measure: Measure,
  before: readonly Day[],
  newest: Day,
  spreadOf: (day: Day) => Spread | null,
): ControlPoint[] {
  const spreads = before.flatMap((day) => spreadOf(day) ?? []);
  const n = spreads.reduce((sum, each) => sum + each.n, 0);
  const found = spreadOf(newest);
  if (n < FEWEST_IN_BASELINE || !found || found.n < FEWEST_ON_DAY) return [];
  const centre = spreads.reduce((sum, each) => sum + each.mean * each.n, 0) / n;
  const squares = spreads.reduce((sum, each) => sum + each.squares + each.n * (each.mean - centre) ** 2, 0);
  const reach = (SIGMAS * Math.sqrt(squares / (n - 1))) / Math.sqrt(found.n);
  return [pointOf(measure, found.n, found.mean, centre - reach, centre + reach)];
}

/** Room for what floating point rounds. */
const ROUNDING = 1e-9;
const pointOf = (measure: Measure, n: number, value: number, low: number, high: number): ControlPoint => {
  const room = ROUNDING * Math.max(1, Math.abs(value));
  return { measure, n, value, low, high, isBreach: value < low - room || value > high + room };
};
