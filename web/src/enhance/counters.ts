import type { Enhancement } from './enhancement.ts';

const TICK_MS = 50;
const STEPS = 30;

/** The whole numbers that a counter shows, tick by tick; the last is the figure itself. */
export const counterSteps = (target: number): number[] =>
  Array.from({ length: STEPS }, (_, step) => Math.round((target * (step + 1)) / STEPS));

/** Counts from 0 to the figure: one step every 50 ms, 30 steps. Ends early with the signal. */
export function runCounter(target: number, show: (value: number) => void, signal: AbortSignal): void {
  const values = counterSteps(target);
  show(0);
  const timer = setInterval(() => {
    show(values.shift()!);
    if (values.length === 0) clearInterval(timer);
  }, TICK_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Figures count up once when the page opens. Readers who want less motion, and screen readers, have them at once. */
const counters: Enhancement = (element, signal) => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  for (const figure of element.querySelectorAll<HTMLElement>('[data-count-to]')) {
    const show = (value: number) => figure.replaceChildren(String(value));
    runCounter(Number(figure.dataset.countTo), show, signal);
  }
};
export default counters;
