/**
 * What brings one element of a static page to life. The element carries `data-enhance="name"`; the signal ends when the
 * page is left by client navigation, and with it every listener, timer and observer must end.
 */
export type Enhancement = (element: HTMLElement, signal: AbortSignal) => void;
