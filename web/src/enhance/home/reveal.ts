import type { Enhancement } from '../enhancement.ts';

/** Of a section so tall that its share does not fit into the window, this share of the window has to be filled. */
const SHARE_OF_WINDOW = 0.5;

/**
 * The share of a section that has to be in view before it comes in: the one that its markup names, or less where the window
 * is so low (400 % zoom; WCAG 2.2, 1.4.10) that this much of the section is never in view at once.
 */
export const shareToReveal = (wanted: number, heightPx: number, windowHeightPx: number): number =>
  Math.min(wanted, (SHARE_OF_WINDOW * windowHeightPx) / heightPx);

/**
 * Sections below the window wait and come in once, when enough of them is in view, or when the keyboard gets into them.
 * Nothing waits where motion is to be reduced. Where a section lies is told by its observer, so that no layout is forced.
 */
export const reveal: Enhancement = (page, signal) => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const section of page.querySelectorAll<HTMLElement>('[data-reveal]')) {
    const waiting = new AbortController();
    const comeIn = () => waiting.abort();
    let arrival: IntersectionObserver | undefined;
    const place = new IntersectionObserver(([entry]) => {
      place.disconnect();
      arrival?.disconnect();
      const { top, height } = entry!.boundingClientRect;
      if (top < innerHeight) return comeIn();
      section.classList.add('waiting');
      arrival = new IntersectionObserver(([now]) => now!.isIntersecting && comeIn(), {
        threshold: shareToReveal(Number(section.dataset.reveal), height, innerHeight),
      });
      arrival.observe(section);
    });
    place.observe(section);
    // Zoomed or turned, the window is another one.
    addEventListener('resize', () => place.observe(section), { signal: waiting.signal });
    section.addEventListener('focusin', comeIn, { signal: waiting.signal });
    waiting.signal.addEventListener('abort', () => {
      section.classList.remove('waiting');
      place.disconnect();
      arrival?.disconnect();
    });
    signal.addEventListener('abort', comeIn);
  }
};
