import type { studies } from '@duai/contract';
import type { WorkTexts } from '../../lib/messages.tsx';

/** The people named by the images of a case, as keys from their headers. */
export const peopleOf = (series: readonly studies.Series[]): string[] => [
  ...new Set(series.flatMap(({ people }) => people)),
];

/** A, B … in the order of the series. */
export const letterOf = (place: number): string => String.fromCharCode(65 + (place % 26));

const HEADER_SEXES: Readonly<Record<string, string>> = { M: 'male', F: 'female', O: 'other' };

/** The gender of the account, or the code of a header (PS3.3 C.7.1.1), in words; any other text unchanged. */
export function genderName(gender: string | null, names: WorkTexts['names']): string | null {
  if (gender === null) return null;
  const genders: Readonly<Record<string, string>> = names.genders;
  return genders[HEADER_SEXES[gender] ?? gender] ?? gender;
}
