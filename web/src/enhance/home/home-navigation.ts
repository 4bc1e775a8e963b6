import { HOME } from '../../content/home-rules.ts';
import type { Enhancement } from '../enhancement.ts';
import { activeSection } from './active-section.ts';

/**
 * The style and the marked anchor follow the scroll position. The mobile menu can be opened and closed, and its links close
 * it.
 */
export const homeNavigation: Enhancement = (page, signal) => {
  const header = page.querySelector<HTMLElement>('[data-home-navigation]')!;
  const toggle = header.querySelector<HTMLElement>('[data-menu-toggle]')!;
  const menu = document.getElementById(toggle.getAttribute('aria-controls')!)!;
  const links = [...header.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')];
  const sections = [...new Set(links.map(({ hash }) => hash.slice(1)))].map((id) => document.getElementById(id)!);

  const follow = () => {
    const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    const tops = sections.map((section) => ({ id: section.id, top: section.getBoundingClientRect().top }));
    const active = activeSection(tops, HOME.activeSectionOffsetPx, isAtEnd);
    header.toggleAttribute('data-shadow', scrollY > HOME.shadowAfterScrollPx);
    header.toggleAttribute('data-solid', scrollY > HOME.solidAfterViewportShare * innerHeight);
    for (const link of links) {
      if (link.hash === `#${active}`) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  let isWaiting = false;
  const followOnce = () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      if (!signal.aborted) follow();
    });
  };
  addEventListener('scroll', followOnce, { signal, passive: true });
  addEventListener('resize', followOnce, { signal });
  followOnce();

  const open = (isOpen: boolean) => {
    toggle.setAttribute('aria-expanded', String(isOpen));
    menu.hidden = !isOpen;
  };
  toggle.addEventListener('click', () => open(menu.hidden !== false), { signal });
  const closeByLink = (event: Event) => {
    if ((event.target as Element).closest('a')) open(false);
  };
  menu.addEventListener('click', closeByLink, { signal });
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape' || menu.hidden) return;
      open(false);
      toggle.focus();
    },
    { signal },
  );
  // Focus or a click in the page closes the menu, which would hide the focused element (WCAG 2.2, 2.4.11).
  for (const type of ['focusin', 'pointerdown'])
    document.addEventListener(type, ({ target }) => header.contains(target as Node) || open(false), { signal });
  matchMedia(`(min-width: ${HOME.mobileBreakpointPx}px)`).addEventListener('change', () => open(false), { signal });
};
