import type { Enhancement } from '../enhancement.ts';

/** If a section is so tall that its fraction does not fit into the window, it must fill this fraction of the window. */
const SHARE_OF_WINDOW = 0.5;

/**
 * The fraction of a section that must be in view before it animates in: the one in its markup, or less if the window is so
 * low (400 % zoom; WCAG 2.2, 1.4.10) that this much is never in view at once.
 */
export const shareToReveal = (wanted: number, heightPx: number, windowHeightPx: number): number =>
  Math.min(wanted, (SHARE_OF_WINDOW * windowHeightPx) / heightPx);

/**
 * Sections below the window animate in once, when enough of them is in view or the keyboard focus enters them. With reduced
 * motion nothing is hidden. An observer reports the position of a section, so that no layout is forced.
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
    // Zooming or turning the device changes the size of the window.
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
