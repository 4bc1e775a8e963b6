import type { studies } from '@duai/contract';
import type { WorkTexts } from '../../lib/messages.tsx';

/** Whom the images of a case name, by the keys of their headers. */
export const peopleOf = (series: readonly studies.Series[]): string[] => [
  ...new Set(series.flatMap(({ people }) => people)),
];

/** A, B … in the order of the series. */
export const letterOf = (place: number): string => String.fromCharCode(65 + (place % 26));

const HEADER_SEXES: Readonly<Record<string, string>> = { M: 'male', F: 'female', O: 'other' };

/** A gender of the account, or the code of a header (PS3.3 C.7.1.1), as people say it; any other text as it is written. */
export function genderName(gender: string | null, names: WorkTexts['names']): string | null {
  if (gender === null) return null;
  const genders: Readonly<Record<string, string>> = names.genders;
  return genders[HEADER_SEXES[gender] ?? gender] ?? gender;
}
