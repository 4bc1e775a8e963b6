import { itemAt } from '@duai/imaging';

/** 97.5th percentile of the standard normal distribution: two-sided 95 %. */
export const Z = 1.959963984540054;

/**
 * A share with its 95 % score interval (Wilson 1927, JASA 22:209–212; recommended by Newcombe 1998, Stat Med
 * 17:857–872). It stays within 0 and 1 and is wide for small numbers. Null where the total is 0.
 */
export function wilson(count: number, of: number): { value: number; low: number; high: number } | null {
  if (of === 0) return null;
  const share = count / of;
  const z2 = Z * Z;
  const centre = (share + z2 / (2 * of)) / (1 + z2 / of);
  const half = (Z / (1 + z2 / of)) * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of));
  return {
    value: share,
    low: count === 0 ? 0 : Math.max(0, centre - half),
    high: count === of ? 1 : Math.min(1, centre + half),
  };
}

/**
 * Placements of studies by score: for each positive the number of negatives below it, for each negative the number of
 * positives above it, ties counting half. Doubled, so that they are whole numbers; only their sums are kept.
 */
export interface Placements {
  positives: number;
  negatives: number;
  /** Sum, and sum of squares, over the positives. */
  below: bigint;
  belowSquared: bigint;
  /** Sum, and sum of squares, over the negatives. */
  above: bigint;
  aboveSquared: bigint;
}

/** Placements of scores in memory. Higher scores mean positive. */
export function placementsOf(positives: number[], negatives: number[]): Placements {
  const levels = new Map<number, { positives: number; negatives: number }>();
  const count = (scores: number[], of: 'positives' | 'negatives') => {
    for (const score of scores) {
      const level = levels.get(score) ?? { positives: 0, negatives: 0 };
      level[of] += 1;
      levels.set(score, level);
    }
  };
  count(positives, 'positives');
  count(negatives, 'negatives');
  const sums = { below: 0n, belowSquared: 0n, above: 0n, aboveSquared: 0n };
  let [negativesBelow, positivesAbove] = [0, positives.length];
  for (const [, level] of [...levels].sort(([a], [b]) => a - b)) {
    positivesAbove -= level.positives;
    const below = BigInt(2 * negativesBelow + level.negatives);
    const above = BigInt(2 * positivesAbove + level.positives);
    sums.below += BigInt(level.positives) * below;
    sums.belowSquared += BigInt(level.positives) * below ** 2n;
    sums.above += BigInt(level.negatives) * above;
    sums.aboveSquared += BigInt(level.negatives) * above ** 2n;
    negativesBelow += level.negatives;
  }
  return { positives: positives.length, negatives: negatives.length, ...sums };
}

/** Like `aucOfPlacements`, from the scores themselves. Higher scores mean positive; ties count half. */
export const aucDeLong = (positives: number[], negatives: number[]): Auc | null =>
  aucOfPlacements(placementsOf(positives, negatives));

interface Auc {
  value: number;
  low: number | null;
  high: number | null;
  standardError: number | null;
}

/**
 * Area under the ROC curve with its standard error (DeLong, DeLong, Clarke-Pearson 1988, Biometrics 44:837–845; a
 * placement is the difference of the midranks of Sun and Xu 2014, IEEE Signal Process Lett 21:1389–1393). The interval is
 * AUC ± 1.96 standard errors within 0 and 1; null where the variance cannot be estimated: fewer than two studies in a
 * class, or classes that do not overlap. Null without both classes.
 */
export function aucOfPlacements(placements: Placements): Auc | null {
  const { positives: m, negatives: n, below, belowSquared, above, aboveSquared } = placements;
  if (m === 0 || n === 0) return null;
  const value = Number(below) / (2 * m * n);
  // Unbiased variances of the placements as shares of the other class, computed in whole numbers up to the last
  // division.
  const variance = (sum: bigint, squares: bigint, of: number, other: number) =>
    Number(BigInt(of) * squares - sum * sum) / (of * (of - 1)) / (4 * other * other);
  const spread = m > 1 && n > 1 ? variance(below, belowSquared, m, n) / m + variance(above, aboveSquared, n, m) / n : 0;
  if (spread <= 0) return { value, low: null, high: null, standardError: null };
  const standardError = Math.sqrt(spread);
  return {
    value,
    low: Math.max(0, value - Z * standardError),
    high: Math.min(1, value + Z * standardError),
    standardError,
  };
}

/** Linear between order statistics: type 7 of Hyndman and Fan 1996 (Am Stat 50:361–365), as in R and Excel. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = itemAt(sorted, Math.floor(at));
  const above = itemAt(sorted, Math.ceil(at));
  return below + (at - Math.floor(at)) * (above - below);
}
