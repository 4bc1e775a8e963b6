import { HOME } from '../content/home-rules.ts';
import { navigate } from './client-navigation.ts';
import type { Enhancement } from './enhancement.ts';

/** Sets the current year. Links to a section scroll to it, or go to the home page first if the section is not on this page. */
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
