import { type Enhancement, onceLoaded } from '../enhancement.ts';

/** Console messages for a film that cannot be played; the still picture stays in any case. */
const FAILED: Record<string, string> = {
  hero: 'The film of the hero could not be played.',
  platform: 'The film of the platform could not be played; a static background is shown.',
  intro: 'The introduction to the quantum study could not be played by itself.',
};

/**
 * Films play while they are in view, unless paused by their button or by reduced motion; none starts before the page is
 * loaded.
 */
export const films: Enhancement = (page, signal) => {
  onceLoaded(() => {
    for (const figure of page.querySelectorAll<HTMLElement>('[data-film]')) film(figure, signal);
  }, signal);
};

function film(figure: HTMLElement, signal: AbortSignal): void {
  const video = figure.querySelector('video')!;
  const button = figure.querySelector('[data-film-toggle]')!;
  let isWanted = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  let isInView = false;

  const update = () => {
    button.setAttribute('aria-pressed', String(isWanted));
    if (isWanted && isInView) video.play().catch(fail);
    else video.pause();
  };
  const fail = (error: unknown) => {
    const reason = error instanceof DOMException ? error.name : 'NotSupportedError';
    // Paused before it began, so nothing failed.
    if (reason === 'AbortError') return;
    console.info(FAILED[figure.dataset.film!], error);
    // If autoplay is blocked, the film is still available: its still picture shows, and its button plays it.
    figure.toggleAttribute('data-failed', reason !== 'NotAllowedError');
    isWanted = false;
    button.setAttribute('aria-pressed', 'false');
  };

  // If no source can be loaded, the last one fires the error; play() would wait forever.
  video.lastElementChild!.addEventListener('error', fail, { signal });
  button.addEventListener(
    'click',
    () => {
      isWanted = !isWanted;
      // A film that failed is loaded once more.
      if (isWanted && figure.hasAttribute('data-failed')) {
        figure.removeAttribute('data-failed');
        video.load();
      }
      update();
    },
    { signal },
  );
  if (video.dataset.still) {
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry!.isIntersecting) return;
        video.poster = video.dataset.still!;
        near.disconnect();
      },
      { rootMargin: '50% 0px' },
    );
    near.observe(video);
    signal.addEventListener('abort', () => near.disconnect());
  }
  const observer = new IntersectionObserver(([entry]) => {
    isInView = entry!.isIntersecting;
    update();
  });
  observer.observe(video);
  signal.addEventListener('abort', () => observer.disconnect());
}
