import type { AnalysisRun, Overlay, studies } from '@duai/contract';

/** Where reading begins: the series with the most images. */
export const largestSeries = (series: readonly studies.Series[]): studies.Series | undefined =>
  [...series].sort((a, b) => b.instances.length - a.instances.length)[0];

/** Masks that these runs drew. */
export const overlaysOf = (runs: readonly AnalysisRun[]): Overlay[] =>
  runs.flatMap((run) => (run.result?.outcome === 'evaluated' ? run.result.overlays : []));

/** Whom the images of a case name, by the keys of their headers. */
export const peopleOf = (series: readonly studies.Series[]): string[] => [
  ...new Set(series.flatMap(({ people }) => people)),
];

/** Person A, B … in the order of the series. */
export const personName = (place: number): string => `Person ${String.fromCharCode(65 + (place % 26))}`;
