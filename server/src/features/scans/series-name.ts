/** How a series is called where several say the same: its place in the study, and what the scanner calls it. */
export function seriesNames(
  series: readonly { readonly id: string; readonly description: string | null }[],
): (seriesId: string) => string {
  return (seriesId) => {
    const index = series.findIndex((each) => each.id === seriesId);
    const description = series[index]?.description;
    return `Series ${index + 1} of ${series.length}${description ? `: ${description}` : ''}`;
  };
}

/** Results as they are read: by algorithm, then in the order of the study's series, whichever was ready first. */
export const inOrderOfSeries = <T extends { readonly algorithmId: string; readonly seriesId: string }>(
  runs: readonly T[],
  series: readonly { readonly id: string }[],
): T[] => {
  const placeOf = ({ seriesId }: T) => series.findIndex(({ id }) => id === seriesId);
  return runs.toSorted((a, b) => a.algorithmId.localeCompare(b.algorithmId, 'en') || placeOf(a) - placeOf(b));
};
