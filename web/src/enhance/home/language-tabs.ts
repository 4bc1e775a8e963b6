import type { Enhancement } from '../enhancement.ts';

/** Tabs of one text in three languages (WAI-ARIA Authoring Practices, tabs with automatic activation). */
export const languageTabs: Enhancement = (page, signal) => {
  const list = page.querySelector('[role="tablist"]')!;
  const tabs = [...list.querySelectorAll<HTMLElement>('[role="tab"]')];
  const select = (chosen: HTMLElement) => {
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')!)!.toggleAttribute('data-chosen', tab === chosen);
    }
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => select(tab), { signal });
    tab.addEventListener(
      'keydown',
      (event) => {
        const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        const next = tabs[(to + tabs.length) % tabs.length]!;
        select(next);
        next.focus();
      },
      { signal },
    );
  }
};
