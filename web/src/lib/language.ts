import type { Language } from '@duai/contract';

/** The languages' own names. */
export const LANGUAGE_NAMES: Record<Language, string> = { tr: 'Türkçe', en: 'English', ar: 'العربية' };

const LANGUAGE_KEY = 'duai-language';

let active: Language = 'en';

/** The current language of the page; sent as Accept-Language with every call. */
export const activeLanguage = (): Language => active;

/** Sets the page's language, which text direction, hyphenation, upper case of i/İ and screen readers depend on. */
export function activateLanguage(language: Language): void {
  active = language;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** The language chosen on an earlier visit, or null. */
export function storedLanguage(): Language | null {
  const stored = globalThis.localStorage?.getItem(LANGUAGE_KEY);
  return stored === 'tr' || stored === 'en' || stored === 'ar' ? stored : null;
}

export const storeLanguage = (language: Language): void => localStorage.setItem(LANGUAGE_KEY, language);
