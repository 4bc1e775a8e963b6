import { fill, type Language, type Translated, withMinus } from '@duai/contract';

const LOCALES: Record<Language, string> = { tr: 'tr-TR', en: 'en-GB', ar: 'ar' };

/** A code that the wording of an algorithm does not hold. */
export class NoWordingError extends Error {}

/** Sentences of an algorithm by code; numbers are written in the reader's way. */
export type Wording = Readonly<Record<string, Translated>>;

export function sentence(
  wording: Wording,
  code: string,
  params: Record<string, string | number>,
  language: Language,
): string {
  const entry = wording[code];
  if (!entry) throw new NoWordingError(`no wording for ${code}`);
  const format = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 });
  const written = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? withMinus(format.format(value)) : value,
    ]),
  );
  return fill(entry[language], written);
}
