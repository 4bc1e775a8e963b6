import { expect, it } from 'vitest';
import { createBreaker } from './breaker.ts';

it('leaves a part alone after three failures in a row, asks again after the pause, and then closes or opens at once', () => {
  let now = 0;
  const breaker = createBreaker({ now: () => new Date(now) }, { failures: 3, pauseMs: 1000 });
  const isOpen = (name: string) => {
    try {
      breaker.assertMayAsk(name);
      return false;
    } catch {
      return true;
    }
  };
  breaker.failed('a');
  breaker.failed('a');
  breaker.answered('a');
  breaker.failed('a');
  breaker.failed('a');
  expect(isOpen('a')).toBe(false);
  breaker.failed('a');
  expect([isOpen('a'), isOpen('b')]).toEqual([true, false]);
  now = 1000;
  expect(isOpen('a')).toBe(false);
  breaker.failed('a');
  expect(isOpen('a')).toBe(true);
  now = 2000;
  breaker.answered('a');
  breaker.failed('a');
  expect(isOpen('a')).toBe(false);
});
