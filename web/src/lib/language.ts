import type { Language } from '@duai/contract';

/** Names of the languages in themselves. */
export const LANGUAGE_NAMES: Record<Language, string> = { tr: 'Türkçe', en: 'English', ar: 'العربية' };

const LANGUAGE_KEY = 'duai-language';

let active: Language = 'en';

/** The language of the page being shown; sent as Accept-Language with every call. */
export const activeLanguage = (): Language => active;

/** Makes a language the page's own: direction, hyphenation, upper case of i/İ and screen readers depend on it. */
export function activateLanguage(language: Language): void {
  active = language;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** What the reader chose on an earlier visit, or null. */
export function storedLanguage(): Language | null {
  const stored = globalThis.localStorage?.getItem(LANGUAGE_KEY);
  return stored === 'tr' || stored === 'en' || stored === 'ar' ? stored : null;
}

export const storeLanguage = (language: Language): void => localStorage.setItem(LANGUAGE_KEY, language);
