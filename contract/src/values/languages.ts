import { z } from 'zod';

/** The languages of the patient interface; the first is the default (decisions.md, "Language"). */
export const LANGUAGES = ['tr', 'en', 'ar'] as const;
export const languageSchema = z.enum(LANGUAGES);
export type Language = z.infer<typeof languageSchema>;

/** A text in each language of the product. */
export type Translated = Readonly<Record<Language, string>>;
export const translatedSchema = z.record(languageSchema, z.string());

/** Calls `write` for each language. */
export const inEachLanguage = (write: (language: Language) => string): Translated => ({
  tr: write('tr'),
  en: write('en'),
  ar: write('ar'),
});

/** Fills `{name}` in a sentence. */
export const fill = (sentence: string, params: Record<string, string | number> = {}): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
