/** 97.5th percentile of the standard normal distribution: two-sided 95 %. */
const Z = 1.959963984540054;

/**
 * A share with its 95 % score interval (Wilson 1927, JASA 22:209–212; recommended by Newcombe 1998, Stat Med
 * 17:857–872). It stays within 0 and 1 and is wide for small numbers. Null where there is nothing to count.
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

/** Ranks from 1; equal values share the mean of their ranks. */
function midranks(values: number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Array<number>(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to += 1;
    for (let at = from; at < to; at += 1) ranks[order[at]!] = (from + to + 1) / 2;
    from = to;
  }
  return ranks;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
/** Unbiased. */
const variance = (values: number[]) => {
  const centre = mean(values);
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
};

/**
 * Area under the ROC curve with its standard error (DeLong, DeLong, Clarke-Pearson 1988, Biometrics 44:837–845, by the
 * midranks of Sun and Xu 2014, IEEE Signal Process Lett 21:1389–1393). Higher scores mean positive; ties count half.
 * The interval is AUC ± 1.96 standard errors within 0 and 1; null where the variance cannot be estimated: fewer than
 * two studies in a class, or classes that do not overlap. Null without both classes.
 */
export function aucDeLong(
  positives: number[],
  negatives: number[],
): { value: number; low: number | null; high: number | null; standardError: number | null } | null {
  const [m, n] = [positives.length, negatives.length];
  if (m === 0 || n === 0) return null;
  const all = midranks([...positives, ...negatives]);
  const ofPositives = midranks(positives);
  const ofNegatives = midranks(negatives);
  const shareBelow = ofPositives.map((rank, index) => (all[index]! - rank) / n);
  const shareAbove = ofNegatives.map((rank, index) => 1 - (all[m + index]! - rank) / m);
  const value = mean(shareBelow);
  const spread = m > 1 && n > 1 ? variance(shareBelow) / m + variance(shareAbove) / n : 0;
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
  const below = sorted[Math.floor(at)]!;
  const above = sorted[Math.ceil(at)]!;
  return below + (at - Math.floor(at)) * (above - below);
}
