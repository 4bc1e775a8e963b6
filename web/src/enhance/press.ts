import type { press } from '@duai/contract';
import type { Enhancement } from './enhancement.ts';

type Release = press.PressRelease;

/** Path of `press.listPress`, without importing the contract. */
export const PRESS_PATH = '/api/press';

const SCROLL_DELAY_MS = 500;
const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The URL to share for a release: its own link, or its place on the press page. */
export const addressOf = ({ id, linkUrl }: Pick<Release, 'id' | 'linkUrl'>, origin: string): string =>
  new URL(linkUrl || `/press?id=${encodeURIComponent(id)}`, origin).href;

export const shareOnLinkedIn = (address: string): string =>
  `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(address)}`;

const HOUSE = { '@type': 'Organization', name: 'DUAI' };

/** Structured data of the list (schema.org; search engines require image and author for an article). */
export const structuredData = (releases: readonly Release[], origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  itemListElement: releases.map((release, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: {
      '@type': 'NewsArticle',
      headline: release.title,
      datePublished: release.date,
      url: new URL(`/press?id=${release.id}`, origin).href,
      image: new URL('/og/press.png', origin).href,
      author: HOUSE,
      publisher: HOUSE,
    },
  })),
});

/** Loads and shows the releases, or a text that there are none; a failure shows the same text with a button to try again. */
const pressPage: Enhancement = (element, signal) => {
  const part = (name: string) => element.querySelector<HTMLElement>(`[data-press="${name}"]`)!;
  // Read first, because filling the list removes the template from the page.
  const template = element.querySelector('template')!;
  const show = (name: 'loading' | 'list' | 'empty') => {
    for (const each of ['loading', 'list', 'empty']) part(each).hidden = each !== name;
  };

  const load = async () => {
    show('loading');
    part('retry').hidden = true;
    let releases: Release[] = [];
    try {
      const answer = await fetch(PRESS_PATH, { signal });
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
      releases = (await answer.json()) as Release[];
    } catch (error) {
      if (signal.aborted) return;
      console.error('The press releases could not be loaded.', error);
      part('retry').hidden = false;
    }
    if (releases.length === 0) return show('empty');
    part('list').replaceChildren(...releases.map(itemOf));
    show('list');
    describe(releases);
    highlight();
  };

  const itemOf = (release: Release): Node => {
    const item = template.content.cloneNode(true) as DocumentFragment;
    const field = <E extends HTMLElement>(name: string) => item.querySelector<E>(`[data-field="${name}"]`)!;
    field('release').id = release.id;
    field('title').textContent = release.title;
    field('date').textContent = dateFormat.format(new Date(release.date));
    field<HTMLTimeElement>('date').dateTime = release.date;
    // Sanitised by the server when it was stored (server/src/features/press).
    field('content').innerHTML = release.content;
    field<HTMLAnchorElement>('link').href = `/press?id=${release.id}`;
    field<HTMLAnchorElement>('share').href = shareOnLinkedIn(addressOf(release, location.origin));
    field('share').append(
      Object.assign(document.createElement('span'), { className: 'sr-only', textContent: `: ${release.title}` }),
    );
    return item;
  };

  /** Marks the release named by `?id=` and scrolls to it after half a second. */
  const highlight = () => {
    const wanted = new URLSearchParams(location.search).get('id');
    const release = wanted && document.getElementById(wanted);
    if (!release || !part('list').contains(release)) return;
    release.ariaCurrent = 'true';
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setTimeout(
      () => release.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'start' }),
      SCROLL_DELAY_MS,
    );
    signal.addEventListener('abort', () => clearTimeout(timer));
  };

  const again = () => {
    void load();
    // The button is hidden now, and the keyboard would begin at the top of the page.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  part('retry').addEventListener('click', again, { signal });
  void load();
};

function describe(releases: readonly Release[]): void {
  const block = Object.assign(document.createElement('script'), { type: 'application/ld+json' });
  block.textContent = JSON.stringify(structuredData(releases, location.origin));
  document.head.append(block);
}

export default pressPage;
