import type { studies } from '@duai/contract';

/** Whom the images of a case name, by the keys of their headers. */
export const peopleOf = (series: readonly studies.Series[]): string[] => [
  ...new Set(series.flatMap(({ people }) => people)),
];

/** Person A, B … in the order of the series. */
export const personName = (place: number): string => `Person ${String.fromCharCode(65 + (place % 26))}`;
