import { z } from 'zod';

/** The languages of the patient interface; the first is the default there (decisions.md, "Language"). */
export const LANGUAGES = ['tr', 'en', 'ar'] as const;
export const languageSchema = z.enum(LANGUAGES);
export type Language = z.infer<typeof languageSchema>;

/** A text in each language of the product. */
export type Translated = Readonly<Record<Language, string>>;
