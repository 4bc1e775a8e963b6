import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { counterSteps, runCounter } from './counters.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([95, 80, 100, 30])('a counter ticks every 50 ms and is at %i after 30 steps [TRL-140]', (target) => {
  const shown: number[] = [];
  runCounter(target, (value) => shown.push(value), new AbortController().signal);
  expect(shown).toEqual([0]);
  vi.advanceTimersByTime(49);
  expect(shown).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(shown).toHaveLength(2);
  vi.advanceTimersByTime(50 * 28);
  expect(shown.at(-1)).toBeLessThan(target);
  vi.advanceTimersByTime(50);
  expect(shown.at(-1)).toBe(target);
  vi.advanceTimersByTime(10_000);
  expect(shown).toEqual([0, ...counterSteps(target)]);
  expect(shown).toHaveLength(31);
});

it('stops when the page is left', () => {
  const controller = new AbortController();
  const shown: number[] = [];
  runCounter(100, (value) => shown.push(value), controller.signal);
  vi.advanceTimersByTime(100);
  controller.abort();
  vi.advanceTimersByTime(1000);
  expect(shown).toHaveLength(3);
});
