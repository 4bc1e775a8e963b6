import { expect, it } from 'vitest';
import { hotIron, paintColours } from './hot-iron.ts';

it('Hot Iron has the entries of PS3.6 B.1.1', () => {
  expect([0, 1, 64, 127].map(hotIron)).toEqual([
    [0, 0, 0],
    [2, 0, 0],
    [128, 0, 0],
    [254, 0, 0],
  ]);
  expect([128, 129, 191, 192, 254, 255].map(hotIron)).toEqual([
    [255, 0, 0],
    [255, 2, 0],
    [255, 126, 0],
    [255, 128, 4],
    [255, 252, 252],
    [255, 255, 255],
  ]);
});

it('values are coloured from the lowest of the range to the highest, faintly near it, and not at all below it or outside', () => {
  const rgba = new Uint8ClampedArray(7 * 4).fill(9);
  const values = Float32Array.from([Number.NaN, -3, 1, 1 + 32 / 51, 3.5, 6, 99]);
  paintColours(values, { from: 1, to: 6 }, 0.5, rgba);
  const pixels = Array.from({ length: 7 }, (_, at) => [...rgba.slice(at * 4, at * 4 + 4)]);
  expect(pixels).toEqual([
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    // Level 32 of 64, from which on the colour is as opaque as was chosen: half of half.
    [64, 0, 0, 64],
    [255, 0, 0, 128],
    [255, 255, 255, 128],
    [255, 255, 255, 128],
  ]);
});
