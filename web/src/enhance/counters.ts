import type { Enhancement } from './enhancement.ts';

const TICK_MS = 50;
const STEPS = 30;

/** The integers that a counter shows, tick by tick; the last one is the figure itself. */
export const counterSteps = (target: number): number[] =>
  Array.from({ length: STEPS }, (_, step) => Math.round((target * (step + 1)) / STEPS));

/** Counts from 0 to the figure: 30 steps, one every 50 ms. Stops early when the signal aborts. */
export function runCounter(target: number, show: (value: number) => void, signal: AbortSignal): void {
  const values = counterSteps(target);
  show(0);
  const timer = setInterval(() => {
    show(values.shift()!);
    if (values.length === 0) clearInterval(timer);
  }, TICK_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Figures count up once when the page opens. With reduced motion, and for screen readers, they are shown at once. */
const counters: Enhancement = (element, signal) => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const figure of element.querySelectorAll<HTMLElement>('[data-count-to]')) {
    const show = (value: number) => figure.replaceChildren(String(value));
    runCounter(Number(figure.dataset.countTo), show, signal);
  }
};
export default counters;
