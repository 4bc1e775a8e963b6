import type { Enhancement } from '../enhancement.ts';

/**
 * Sections below the window wait and come in once, when the share of them that their markup names is in view. Nothing
 * waits where motion is to be reduced.
 */
export const reveal: Enhancement = (page, signal) => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const section of page.querySelectorAll<HTMLElement>('[data-reveal]')) {
    if (section.getBoundingClientRect().top < innerHeight) continue;
    section.classList.add('waiting');
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry!.isIntersecting) return;
        section.classList.remove('waiting');
        observer.disconnect();
      },
      { threshold: Number(section.dataset.reveal) },
    );
    observer.observe(section);
    signal.addEventListener('abort', () => observer.disconnect());
  }
};
