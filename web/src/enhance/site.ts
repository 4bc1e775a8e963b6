import { followClientLinks, toPlace } from './client-navigation.ts';
import { cookieBanner } from './cookie-banner.ts';
import type { Enhancement } from './enhancement.ts';
import { replaceFailedImages } from './image-fallback.ts';
import { newsBanner } from './news-banner.ts';
import { siteFooter } from './site-footer.ts';
import { themeSwitch } from './theme-switch.ts';

/** Behaviour shared by several pages. */
const SHARED: Record<string, Enhancement> = {
  'theme-switch': themeSwitch,
  'news-banner': newsBanner,
  'cookie-banner': cookieBanner,
  'site-footer': siteFooter,
};
/** Behaviour of a single page, in a file that only this page loads. */
const OF_ONE_PAGE: Record<string, () => Promise<{ default: Enhancement }>> = {
  home: () => import('./home.ts'),
  press: () => import('./press.ts'),
  counters: () => import('./counters.ts'),
  languages: () => import('./languages.ts'),
  'cookie-choice': () => import('./cookie-choice.ts'),
};

/** Applies the behaviour to the page; called again for each page that client navigation shows. */
function enhance(): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  replaceFailedImages(document);
  for (const element of document.querySelectorAll<HTMLElement>('[data-enhance]')) {
    const name = element.dataset.enhance!;
    const shared = SHARED[name];
    if (shared) shared(element, signal);
    else void OF_ONE_PAGE[name]?.().then((module) => signal.aborted || module.default(element, signal));
  }
  return controller;
}

// Static pages open at the top, also after a reload, unless the URL names a place in them.
history.scrollRestoration = 'manual';
if (!location.hash || !scrollY) requestAnimationFrame(() => toPlace('instant'));

let current = enhance();
followClientLinks(() => {
  current.abort();
  current = enhance();
});
