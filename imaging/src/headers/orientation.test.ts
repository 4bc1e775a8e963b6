import { expect, it } from 'vitest';
import { isOrientation } from './orientation.ts';

it.each<[boolean, string, number[]]>([
  [true, 'an axial one', [1, 0, 0, 0, 1, 0]],
  [true, 'one of 45°, rounded to a decimal', [0.7, 0.7, 0, 0, 0, -1]],
  [true, 'one of 30°, rounded to two', [0.87, 0.5, 0, -0.5, 0.87, 0]],
  [false, 'zeros, where a file has no plane', [0, 0, 0, 0, 0, 0]],
  [false, 'one direction twice', [1, 0, 0, 1, 0, 0]],
  [false, 'vectors of another length', [2, 0, 0, 0, 1, 0]],
  [false, 'too few', [1, 0, 0]],
])('directions of rows and columns: %s, %s', (isOne, _, numbers) => {
  expect(isOrientation(numbers)).toBe(isOne);
});
