import { expect, it } from 'vitest';
import { rowAfter } from './row-keys.ts';

it('[RED-008] J and K go on from the row of the reader, also where it has moved or has left the list', () => {
  const rows = ['a', 'b', 'c', 'd'];
  expect([rowAfter(rows, null, 1), rowAfter(rows, null, -1)]).toEqual([0, 0]);
  expect([rowAfter(rows, { href: 'b', at: 1 }, 1), rowAfter(rows, { href: 'b', at: 1 }, -1)]).toEqual([2, 0]);
  expect([rowAfter(rows, { href: 'd', at: 3 }, 1), rowAfter(rows, { href: 'a', at: 0 }, -1)]).toEqual([3, 0]);
  // Moved by a case that became urgent.
  expect(rowAfter(['b', 'a', 'c', 'd'], { href: 'b', at: 1 }, 1)).toBe(1);
  // Claimed by a colleague: c stands where it was.
  const without = ['a', 'c', 'd'];
  expect([rowAfter(without, { href: 'b', at: 1 }, 1), rowAfter(without, { href: 'b', at: 1 }, -1)]).toEqual([1, 0]);
  expect(rowAfter(['a'], { href: 'd', at: 3 }, 1)).toBe(0);
});
