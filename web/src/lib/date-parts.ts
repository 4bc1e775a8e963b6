import { latinDigits } from '@duai/contract';

/** Day, month and year as they were typed. */
export type DateParts = readonly [day: string, month: string, year: string];

/** Latin digits of what was typed, also where a keyboard writes Arabic-Indic or Persian ones. */
export const digitsOf = (text: string): string => latinDigits(text).replace(/\D+/g, ' ').trim();

/** A whole date that was pasted or filled in at once: day first, as here and in most of the world, or as ISO 8601 has it. */
export function wholeDateIn(text: string): DateParts | null {
  const parts = digitsOf(text).split(' ');
  if (parts.length !== 3 || parts.some((part) => part === '')) return null;
  const [first, second, third] = parts as [string, string, string];
  if (first.length === 4) return [third, second, first];
  return third.length === 4 ? [first, second, third] : null;
}

/** YYYY-MM-DD; '' where nothing was typed. What is incomplete or no date stays so, and fails the form's check. */
export const dateOf = ([day, month, year]: DateParts): string =>
  day || month || year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : '';

export function partsOf(date: string): DateParts {
  const [year = '', month = '', day = ''] = date.split('-');
  const plain = (part: string) => part.replace(/^0+/, '');
  return [plain(day), plain(month), year];
}
