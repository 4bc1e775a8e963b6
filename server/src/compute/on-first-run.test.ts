import { expect, it } from 'vitest';
import { onFirstRun } from './on-first-run.ts';

it('loads the code of a task when it is first asked for, and once', async () => {
  let loads = 0;
  const double = onFirstRun(async () => {
    loads += 1;
    return async (value: number) => value * 2;
  });
  expect(loads).toBe(0);
  expect(await Promise.all([double(2), double(3)])).toEqual([4, 6]);
  expect(await double(4)).toBe(8);
  expect(loads).toBe(1);
});
