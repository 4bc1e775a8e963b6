import { type Language, withMinus } from '@duai/contract';

const LOCALES = { tr: 'tr-TR', en: 'en-GB', ar: 'ar' } as const satisfies Record<Language, string>;

/** A day in the reader's locale: 5.03.2026 in Turkish. */
export const formatDate = (time: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language]).format(new Date(time));

/** A calendar day, independent of the time zone: 5 March 2026. */
export const formatDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** Day and time with the time zone, for times that must be exact (due times, signatures). */
export const formatDateTime = (time: string, language: Language, timeZone?: string): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  }).format(new Date(time));

/** The time of day: 14:30. */
export const formatTime = (time: string, language: Language, timeZone?: string): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone && { timeZone }),
  }).format(new Date(time));

/** "in 3 hours", "2 days ago", counted from `nowMs`. */
export function formatRelative(time: string, language: Language, nowMs: number): string {
  const format = new Intl.RelativeTimeFormat(LOCALES[language], { numeric: 'auto' });
  const minutes = Math.round((new Date(time).getTime() - nowMs) / 60_000);
  if (Math.abs(minutes) < 60) return format.format(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  if (Math.abs(hours) < 48) return format.format(hours, 'hour');
  return format.format(Math.round(hours / 24), 'day');
}

export const formatNumber = (value: number, language: Language, decimals = 3): string =>
  new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: decimals }).format(value);

/** Kept, because making one takes longer than all else that a pointer on an image needs. */
const figureFormats = new Map<string, Intl.NumberFormat>();

/** A measured value with at most this many decimals: −873.2, in Turkish −873,2. */
export function formatFigure(value: number, decimals: number, language: Language): string {
  const name = `${language} ${decimals}`;
  const format =
    figureFormats.get(name) ??
    new Intl.NumberFormat(LOCALES[language], {
      maximumFractionDigits: decimals,
      useGrouping: false,
      signDisplay: 'negative',
    });
  figureFormats.set(name, format);
  return withMinus(format.format(value));
}

/** A file size in the units a file manager shows (1 MB = 1024 · 1024 bytes). */
export function formatFileSize(bytes: number, language: Language): string {
  const steps = ['B', 'KB', 'MB', 'GB'];
  const power = bytes < 1 ? 0 : Math.min(steps.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  const digits = power > 0 && value < 10 ? 1 : 0;
  const number = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: digits }).format(value);
  const size = `${number} ${steps[power]}`;
  // Unicode isolates keep figure and unit in this order within a right-to-left line.
  return language === 'ar' ? `\u2066${size}\u2069` : size;
}
