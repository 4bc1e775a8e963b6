import { latinDigits } from '@duai/contract';

/** Day, month and year as typed. */
export type DateParts = readonly [day: string, month: string, year: string];

/** ASCII digits of the typed text, also from keyboards that write Arabic-Indic or Persian digits. */
export const digitsOf = (text: string): string => latinDigits(text).replace(/\D+/g, ' ').trim();

/** A complete date that was pasted or autofilled: day first, or ISO 8601. */
export function wholeDateIn(text: string): DateParts | null {
  const parts = digitsOf(text).split(' ');
  if (parts.length !== 3 || parts.some((part) => part === '')) return null;
  const [first, second, third] = parts as [string, string, string];
  if (first.length === 4) return [third, second, first];
  return third.length === 4 ? [first, second, third] : null;
}

/** YYYY-MM-DD; '' if nothing was typed. An incomplete or impossible date is kept as it is and fails validation. */
export const dateOf = ([day, month, year]: DateParts): string =>
  day || month || year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : '';

export function partsOf(date: string): DateParts {
  const [year = '', month = '', day = ''] = date.split('-');
  const plain = (part: string) => part.replace(/^0+/, '');
  return [plain(day), plain(month), year];
}
