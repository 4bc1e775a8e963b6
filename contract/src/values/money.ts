import { z } from 'zod';

/** Currencies of prices, with the decimal places of their smallest unit (ISO 4217). */
export const CURRENCIES = { EUR: 2, USD: 2, GBP: 2, TRY: 2, CHF: 2, CAD: 2, AUD: 2, INR: 2, JPY: 0 } as const;
export type Currency = keyof typeof CURRENCIES;
export const currencySchema = z.enum(Object.keys(CURRENCIES) as [Currency, ...Currency[]]);

/** Writes an amount given in the smallest unit with decimals: 250 EUR → `2.50`. Integers throughout, so that sums are exact. */
export function minorText(minor: number, currency: Currency): string {
  const places = CURRENCIES[currency];
  const digits = String(minor).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Parses a typed amount, with a point or a comma, to the smallest unit; null if it is not a valid amount. */
export function minorOf(text: string, currency: Currency): number | null {
  const [, whole, decimals = ''] = /^(\d{1,7})(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  const places = CURRENCIES[currency];
  if (whole === undefined || decimals.length > places) return null;
  return Number(whole + decimals.padEnd(places, '0'));
}
