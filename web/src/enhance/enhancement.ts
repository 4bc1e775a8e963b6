/**
 * What brings one element of a static page to life. The element carries `data-enhance="name"`; the signal ends when the
 * page is left by client navigation, and with it every listener, timer and observer must end.
 */
export type Enhancement = (element: HTMLElement, signal: AbortSignal) => void;

/** Does a thing once the page is loaded, so that it takes nothing from the first paint; at once where it already is. */
export function onceLoaded(task: () => void, signal: AbortSignal): void {
  if (document.readyState === 'complete') task();
  else addEventListener('load', task, { once: true, signal });
}
