import type { Language } from '@duai/contract';
import type { Texts as LandingTexts } from '@duai/texts/tr/landing';
import { type PolicyWithNotice, policyPathIn } from '../content/policies.ts';
import { activateLanguage, storedLanguage, storeLanguage } from '../lib/language.ts';
import { type TextPath, textAt } from '../lib/text-path.ts';
import type { Enhancement } from './enhancement.ts';

/** Each language is a separate file: a reader loads one, and none for English, which the page is rendered in. */
const CATALOGUES: Record<Language, () => Promise<{ default: LandingTexts }>> = {
  tr: () => import('@duai/texts/tr/landing'),
  en: () => import('@duai/texts/en/landing'),
  ar: () => import('@duai/texts/ar/landing'),
};

/** The language switch of a page whose texts have `data-text="path"` and whose accessible names have `data-label="path"`. */
const languages: Enhancement = (element, signal) => {
  const select = element as HTMLSelectElement;
  const show = async (language: Language) => {
    const { default: texts } = await CATALOGUES[language]();
    if (signal.aborted || select.value !== language) return;
    const at = (path: string | undefined) => textAt(texts, path as TextPath<LandingTexts>);
    for (const each of document.querySelectorAll<HTMLElement>('[data-text]')) each.textContent = at(each.dataset.text);
    for (const each of document.querySelectorAll<HTMLElement>('[data-label]')) each.ariaLabel = at(each.dataset.label);
    for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-policy]'))
      link.setAttribute('href', policyPathIn(link.dataset.policy as PolicyWithNotice, language));
    const theme = document.querySelector<HTMLSelectElement>('[data-enhance="theme-switch"]')!;
    theme.ariaLabel = texts.theme;
    for (const option of theme.options) option.textContent = texts.themes[option.value as keyof typeof texts.themes];
    document.title = texts.pageTitle;
    activateLanguage(language);
  };

  select.addEventListener(
    'change',
    () => {
      storeLanguage(select.value as Language);
      void show(select.value as Language);
    },
    { signal },
  );
  const stored = storedLanguage();
  select.value = stored ?? 'en';
  if (stored && stored !== 'en') void show(stored);
  // The next page may be in English.
  signal.addEventListener('abort', () => activateLanguage('en'));
};
export default languages;
