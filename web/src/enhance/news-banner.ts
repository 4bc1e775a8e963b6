import type { press } from '@duai/contract';
import { STORAGE_KEYS } from '@duai/contract/limits';
import type { Enhancement } from './enhancement.ts';

/** `press.listNews` of the contract; without its schemas, whose library weighs more than all else on these pages. */
export const NEWS_PATH = '/api/news';

const { announcementDismissed, newsBannerClosed } = STORAGE_KEYS;

/** The newest announcement, unless this reader closed it. */
export function announcementToShow(
  news: readonly press.Announcement[],
  isDismissed: (key: string) => boolean,
): press.Announcement | null {
  const [current] = news;
  return current && !isDismissed(announcementDismissed(current.id)) ? current : null;
}

/** The black banner above all else: asks for news when the page is loaded, remembers what was closed. */
export const newsBanner: Enhancement = (banner, signal) => {
  const load = async () => {
    try {
      const answer = await fetch(NEWS_PATH, { signal });
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
      const news = (await answer.json()) as press.Announcement[];
      const current = announcementToShow(news, (key) => localStorage.getItem(key) !== null);
      if (current) show(current);
    } catch (error) {
      if (!signal.aborted) console.info('The news could not be loaded.', error);
    }
  };

  const show = ({ id, title, linkText, linkUrl }: press.Announcement) => {
    const link = banner.querySelector('a')!;
    banner.querySelector('[data-news-title]')!.textContent = title;
    link.textContent = linkText;
    link.href = linkUrl;
    link.hidden = linkUrl === '';
    banner.hidden = false;
    banner.querySelector('button')!.addEventListener(
      'click',
      () => {
        localStorage.setItem(announcementDismissed(id), 'true');
        localStorage.setItem(newsBannerClosed, id);
        banner.hidden = true;
        document.getElementById('content')?.focus({ preventScroll: true });
      },
      { signal },
    );
  };

  void load();
};
