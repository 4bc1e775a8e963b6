import { isJudged } from '../analyses/index.ts';

/** A unique name for each series: its position in the study, and its description from the scanner. */
export function seriesNames(
  series: readonly { readonly id: string; readonly description: string | null }[],
): (seriesId: string) => string {
  return (seriesId) => {
    const index = series.findIndex((each) => each.id === seriesId);
    const description = series[index]?.description;
    return `Series ${index + 1} of ${series.length}${description ? `: ${description}` : ''}`;
  };
}

/** Results about the person first, remarks on the quality of images after them; each by algorithm, then in the order of the study's series. */
export const inOrderOfSeries = <
  T extends Parameters<typeof isJudged>[0] & { readonly algorithmId: string; readonly seriesId: string },
>(
  runs: readonly T[],
  series: readonly { readonly id: string }[],
): T[] => {
  const placeOf = ({ seriesId }: T) => series.findIndex(({ id }) => id === seriesId);
  return runs.toSorted(
    (a, b) =>
      Number(isJudged(b)) - Number(isJudged(a)) ||
      a.algorithmId.localeCompare(b.algorithmId, 'en') ||
      placeOf(a) - placeOf(b),
  );
};
