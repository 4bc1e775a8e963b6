import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { simulateUpload } from './simulation.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('rises by 5 every 200 ms to 100 and completes 500 ms later', () => {
  const seen: number[] = [];
  const done = vi.fn();
  simulateUpload((percent) => seen.push(percent), done);
  vi.advanceTimersByTime(199);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual([5]);
  vi.advanceTimersByTime(19 * 200);
  expect(seen).toHaveLength(20);
  expect(seen.at(-1)).toBe(100);
  vi.advanceTimersByTime(499);
  expect(done).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(done).toHaveBeenCalledOnce();
});

it('can be stopped at any point', () => {
  const [progress, done] = [vi.fn(), vi.fn()];
  const stop = simulateUpload(progress, done);
  vi.advanceTimersByTime(20 * 200);
  stop();
  vi.advanceTimersByTime(10_000);
  expect(progress).toHaveBeenCalledTimes(20);
  expect(done).not.toHaveBeenCalled();
});
