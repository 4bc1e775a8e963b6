import { inEachLanguage, type Language, type Translated, withMinus } from '@duai/contract';
import ar from '@duai/texts/ar/algorithms';
import en, { type Texts } from '@duai/texts/en/algorithms';
import tr from '@duai/texts/tr/algorithms';

const TEXTS: Readonly<Record<Language, Texts>> = { tr, en, ar };
const LOCALES: Record<Language, string> = { tr: 'tr-TR', en: 'en-GB', ar: 'ar' };

/** Thrown for a code that an algorithm's wording lacks. */
export class NoWordingError extends Error {}

/** A text of the catalogue; a function if it has placeholders. */
type Text = string | ((params: never) => string);
/** Sentences of an algorithm by code. */
export type Wording = Readonly<Record<string, Readonly<Record<Language, Text>>>>;

/** Sentences of the catalogue (texts/<language>/algorithms), by code and then by language. */
export const wordingOf = <Code extends string>(
  sentencesIn: (texts: Texts) => Readonly<Record<Code, Text>>,
): Readonly<Record<Code, Readonly<Record<Language, Text>>>> => {
  const codes = Object.keys(sentencesIn(en)) as Code[];
  const inLanguages = (code: Code) =>
    Object.fromEntries(Object.entries(TEXTS).map(([language, texts]) => [language, sentencesIn(texts)[code]]));
  return Object.fromEntries(codes.map((code) => [code, inLanguages(code)])) as Record<Code, Record<Language, Text>>;
};

/** Names of the catalogue, which have no placeholders. */
export const namesOf = <Code extends string>(
  namesIn: (texts: Texts) => Readonly<Record<Code, string>>,
): Readonly<Record<Code, Translated>> => {
  const codes = Object.keys(namesIn(en)) as Code[];
  const named = codes.map((code) => [code, inEachLanguage((language) => namesIn(TEXTS[language])[code])]);
  return Object.fromEntries(named) as Record<Code, Translated>;
};

/** A sentence with its numbers in the format of the language. @throws NoWordingError */
export function sentence(
  wording: Wording,
  code: string,
  params: Record<string, string | number>,
  language: Language,
): string {
  const text = wording[code]?.[language];
  if (text === undefined) throw new NoWordingError(`no wording for ${code}`);
  if (typeof text === 'string') return text;
  const format = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 });
  const written = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? withMinus(format.format(value)) : value,
    ]),
  );
  return text(written as never);
}
