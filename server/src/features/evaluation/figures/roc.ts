/** One study with a truth: whether it is positive, and its score; higher scores mean positive. */
export interface Scored {
  isPositive: boolean;
  score: number;
}

/**
 * The corners of the ROC curve, [1 − specificity, sensitivity], from the strictest threshold to the loosest: one point
 * for each score, so that studies of the same score are counted together (Fawcett 2006, Pattern Recognit Lett
 * 27:861–874, algorithm 1). Null without both classes.
 */
export function rocOf(studies: readonly Scored[]): [number, number][] | null {
  const positives = studies.filter(({ isPositive }) => isPositive).length;
  const negatives = studies.length - positives;
  if (positives === 0 || negatives === 0) return null;
  const points: [number, number][] = [[0, 0]];
  let [hits, alarms] = [0, 0];
  const levels = Map.groupBy(studies, ({ score }) => score);
  for (const [, level] of [...levels].sort(([a], [b]) => b - a)) {
    const told = level.filter(({ isPositive }) => isPositive).length;
    hits += told;
    alarms += level.length - told;
    points.push([alarms / negatives, hits / positives]);
  }
  return points;
}
