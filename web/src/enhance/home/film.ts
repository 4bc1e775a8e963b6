import { type Enhancement, onceLoaded } from '../enhancement.ts';

/** What else shows that a film does not come; the still picture stays in any case. */
const FAILED: Record<string, string> = {
  hero: 'The film of the hero could not be played.',
  platform: 'The film of the platform could not be played; a static background is shown.',
  intro: 'The introduction to the quantum study could not be played by itself.',
};

/** Each film plays while it is in view, unless its button or the reader's system says no; none before the page is there. */
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
    // Paused before it began: nothing failed.
    if (reason === 'AbortError') return;
    console.info(FAILED[figure.dataset.film!], error);
    // One that may not play unasked is there all the same: its still picture shows, and its button plays it.
    figure.toggleAttribute('data-failed', reason !== 'NotAllowedError');
    isWanted = false;
    button.setAttribute('aria-pressed', 'false');
  };

  // A film none of whose sources comes says so at its last one; play() would wait for ever.
  video.lastElementChild!.addEventListener('error', fail, { signal });
  button.addEventListener(
    'click',
    () => {
      isWanted = !isWanted;
      // What did not come is asked for once more.
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
