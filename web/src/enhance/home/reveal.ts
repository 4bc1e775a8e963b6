import type { Enhancement } from '../enhancement.ts';

/**
 * Sections below the window wait and come in once, when the share of them that their markup names is in view. Nothing
 * waits where motion is to be reduced. Where a section lies is told by its observer, so that no layout is forced.
 */
export const reveal: Enhancement = (page, signal) => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const section of page.querySelectorAll<HTMLElement>('[data-reveal]')) {
    let isFirst = true;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isBelow = entry!.boundingClientRect.top >= innerHeight;
        if (isFirst && isBelow) section.classList.add('waiting');
        else if (isFirst || entry!.isIntersecting) {
          section.classList.remove('waiting');
          observer.disconnect();
        }
        isFirst = false;
      },
      { threshold: Number(section.dataset.reveal) },
    );
    observer.observe(section);
    signal.addEventListener('abort', () => observer.disconnect());
  }
};
