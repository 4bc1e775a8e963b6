import type { press } from '@duai/contract';
import { STORAGE_KEYS } from '@duai/contract/limits';
import { type Enhancement, onceLoaded } from './enhancement.ts';

/** Path of `press.listNews`, without importing the contract: its schema library is larger than everything else on these pages. */
export const NEWS_PATH = '/api/news';

const { announcementDismissed, newsBannerClosed } = STORAGE_KEYS;

/** The newest announcement, unless the reader closed it. */
export function announcementToShow(
  news: readonly press.Announcement[],
  isDismissed: (key: string) => boolean,
): press.Announcement | null {
  const [current] = news;
  return current && !isDismissed(announcementDismissed(current.id)) ? current : null;
}

/**
 * The black banner at the top. The page is served with the current announcement; a call after loading only applies later
 * changes. Closed announcements are remembered.
 */
export const newsBanner: Enhancement = (banner, signal) => {
  const page = document.documentElement;
  const link = banner.querySelector('a')!;
  const isDismissed = (key: string) => localStorage.getItem(key) !== null;
  let shown = banner.hidden ? null : (banner.dataset.announcement ?? null);
  if (shown && isDismissed(announcementDismissed(shown))) hide();
  // From here on the banner's own state decides whether it shows, also on the next page (client-navigation.ts).
  delete page.dataset.news;

  function hide(): void {
    shown = null;
    banner.hidden = true;
  }

  function show({ id, title, linkText, linkUrl }: press.Announcement): void {
    shown = id;
    banner.querySelector('[data-news-title]')!.textContent = title;
    link.textContent = linkText;
    link.setAttribute('href', linkUrl);
    banner.hidden = false;
  }

  const load = async () => {
    try {
      const answer = await fetch(NEWS_PATH, { signal });
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
      const current = announcementToShow((await answer.json()) as press.Announcement[], isDismissed);
      if (!current) hide();
      else if (current.id !== shown) show(current);
    } catch (error) {
      if (!signal.aborted) console.info('The news could not be loaded.', error);
    }
  };

  banner.querySelector('button')!.addEventListener(
    'click',
    () => {
      if (!shown) return;
      localStorage.setItem(announcementDismissed(shown), 'true');
      localStorage.setItem(newsBannerClosed, shown);
      hide();
      document.getElementById('content')?.focus({ preventScroll: true });
    },
    { signal },
  );
  onceLoaded(() => void load(), signal);
};
