import type { Language, monitoring } from '@duai/contract';

const SHARES: readonly monitoring.Measure[] = ['positive-rate', 'agreement', 'failure-rate', 'refusal-rate'];
export const isShare = (measure: monitoring.Measure): boolean => SHARES.includes(measure);

/** A share in percent, a mean with one decimal. */
export const valueText = (measure: monitoring.Measure, value: number, language: Language): string =>
  new Intl.NumberFormat(
    language,
    isShare(measure) ? { style: 'percent', maximumFractionDigits: 1 } : { maximumFractionDigits: 1 },
  ).format(value);

const TICKS = 3;

/** From the least to the most that is drawn, with room; a share never leaves 0 to 100 %. */
export function scaleOf(
  measure: monitoring.Measure,
  points: readonly monitoring.ChartPoint[],
): { low: number; high: number; ticks: number[] } {
  const drawn = points.flatMap(({ value, limits }) => (limits ? [value, limits.low, limits.high] : [value]));
  const [least, most] = [Math.min(...drawn), Math.max(...drawn)];
  // A line that never moves lies in the middle.
  const room = most > least ? (most - least) * 0.1 : Math.max(Math.abs(most) * 0.1, isShare(measure) ? 0.05 : 1);
  const low = isShare(measure) ? Math.max(0, least - room) : least - room;
  const high = isShare(measure) ? Math.min(1, most + room) : most + room;
  return { low, high, ticks: Array.from({ length: TICKS }, (_, at) => low + ((high - low) * at) / (TICKS - 1)) };
}
