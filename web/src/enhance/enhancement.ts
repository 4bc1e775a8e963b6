/**
 * Adds behaviour to one element of a static page. The element has `data-enhance="name"`; the signal aborts when the page is
 * left by client navigation, and then every listener, timer and observer must end.
 */
export type Enhancement = (element: HTMLElement, signal: AbortSignal) => void;

/** Runs a task after the page is loaded, so that it does not delay the first paint; at once if it is loaded already. */
export function onceLoaded(task: () => void, signal: AbortSignal): void {
  if (document.readyState === 'complete') task();
  else addEventListener('load', task, { once: true, signal });
}
