import type { Language } from '@duai/contract';

/** The time zone of the house, for print and for times in images without an offset (no daylight saving since 2016). */
export const HOUSE_ZONE = 'Europe/Istanbul';
/** In the form of PS3.3 C.12.1.1.8. */
export const HOUSE_UTC_OFFSET = '+0300';

/** The calendar day (YYYY-MM-DD) in the time zone of the house. */
export const houseDay = (at: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone: HOUSE_ZONE }).format(at);

const LOCALES = { tr: 'tr-TR', en: 'en-GB', ar: 'ar' } as const satisfies Record<Language, string>;
/** A calendar day (YYYY-MM-DD) in a sentence: 5 March 2026. */
export const dayIn = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
