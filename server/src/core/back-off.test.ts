import { expect, it } from 'vitest';
import { backOffMs } from './back-off.ts';

const limits = { firstMs: 200, longestMs: 3000 };

it('waits twice as long after each failure, up to a limit', () => {
  expect([0, 1, 2, 3, 4, 5, 5000].map((failures) => backOffMs(failures, limits, 1))).toEqual([
    200, 400, 800, 1600, 3000, 3000, 3000,
  ]);
});

it('leaves the second half of a wait to chance', () => {
  expect([0, 0.5, 1].map((random) => backOffMs(4, limits, random))).toEqual([1500, 2250, 3000]);
});
