import { HOME } from '../content/home-rules.ts';
import { navigate } from './client-navigation.ts';
import type { Enhancement } from './enhancement.ts';

/** The year is today's; a link to a section scrolls to it, and where it is absent goes home first. */
export const siteFooter: Enhancement = (footer, signal) => {
  footer.querySelector('[data-current-year]')!.textContent = String(new Date().getFullYear());
  footer.addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element).closest<HTMLElement>('a[data-section]');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void goTo(link.dataset.section!);
    },
    { signal },
  );
};

async function goTo(section: string): Promise<void> {
  const scroll = () => document.getElementById(section)?.scrollIntoView();
  if (document.getElementById(section)) return scroll();
  await navigate('/');
  setTimeout(scroll, HOME.footerScrollDelayMs);
}
