/** The label and score of one film. */
export interface Scored {
  score: number;
  isPositive: boolean;
  /** Films of one patient are resampled together. */
  patient: string;
}

/** A figure with its 95 % interval and the number of cases. */
export interface Interval {
  value: number;
  low: number;
  high: number;
  n: number;
}

/** Area under the ROC curve: how often a positive scores above a negative, ties counted as half (Mann and Whitney). */
export function areaUnder(scored: readonly Scored[]): number {
  const sorted = [...scored].sort((a, b) => a.score - b.score);
  let ranks = 0;
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]!.score === sorted[from]!.score) to += 1;
    const rank = (from + 1 + to) / 2;
    for (let at = from; at < to; at += 1) if (sorted[at]!.isPositive) ranks += rank;
    from = to;
  }
  const positives = scored.filter(({ isPositive }) => isPositive).length;
  const negatives = scored.length - positives;
  return (ranks - (positives * (positives + 1)) / 2) / (positives * negatives);
}

/** The area with its bootstrap interval: 1,000 draws of patients, with a fixed seed. */
export function areaWithInterval(scored: readonly Scored[], draws = 1000): Interval {
  const patients = [...Map.groupBy(scored, ({ patient }) => patient).values()];
  const random = seeded(20261122);
  const areas: number[] = [];
  while (areas.length < draws) {
    const drawn = patients.flatMap(() => patients[Math.floor(random() * patients.length)]!);
    const area = areaUnder(drawn);
    if (Number.isFinite(area)) areas.push(area);
  }
  areas.sort((a, b) => a - b);
  const at = (share: number) => areas[Math.min(areas.length - 1, Math.floor(share * areas.length))]!;
  return { value: areaUnder(scored), low: at(0.025), high: at(0.975), n: scored.length };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A proportion with Wilson's interval. */
export function shareOf(found: number, n: number): Interval {
  const z = 1.959964;
  const value = found / n;
  const centre = (value + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const reach = (z / (1 + (z * z) / n)) * Math.sqrt((value * (1 - value)) / n + (z * z) / (4 * n * n));
  return { value, low: Math.max(0, centre - reach), high: Math.min(1, centre + reach), n };
}

/** Pearson's correlation with Fisher's interval. */
export function correlationOf(pairs: readonly (readonly [number, number])[]): Interval {
  const n = pairs.length;
  const mean = (of: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[of], 0) / n;
  const [x, y] = [mean(0), mean(1)];
  const sum = (of: (pair: readonly [number, number]) => number) => pairs.reduce((total, pair) => total + of(pair), 0);
  const value =
    sum(([a, b]) => (a - x) * (b - y)) / Math.sqrt(sum(([a]) => (a - x) ** 2) * sum(([, b]) => (b - y) ** 2));
  const reach = 1.959964 / Math.sqrt(n - 3);
  return { value, low: Math.tanh(Math.atanh(value) - reach), high: Math.tanh(Math.atanh(value) + reach), n };
}

/** [false positive rate, true positive rate] at or above each threshold, from the strictest to the loosest. */
export function rocOf(scored: readonly Scored[]): [number, number][] {
  const sorted = [...scored].sort((a, b) => b.score - a.score);
  const positives = sorted.filter(({ isPositive }) => isPositive).length;
  const points: [number, number][] = [[0, 0]];
  let [hits, alarms] = [0, 0];
  for (const [at, { isPositive, score }] of sorted.entries()) {
    if (isPositive) hits += 1;
    else alarms += 1;
    if (sorted[at + 1]?.score !== score) points.push([alarms / (sorted.length - positives), hits / positives]);
  }
  return points;
}
