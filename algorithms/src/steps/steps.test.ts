import { describe, expect, it } from 'vitest';
import { resize } from './resize.ts';
import { standardise } from './standardise.ts';

const image = {
  columns: 7,
  rows: 5,
  grey: Uint8Array.from(
    [
      [0, 10, 20, 30, 40, 50, 60],
      [70, 0, 90, 255, 110, 120, 130],
      [5, 6, 7, 8, 9, 10, 11],
      [200, 100, 50, 25, 12, 6, 3],
      [1, 2, 3, 5, 8, 13, 21],
    ].flat(),
  ),
};

describe('a film in the size of a network', () => {
  it('is what Pillow 9.4 makes of it, with which the networks were trained', () => {
    const smaller = [27.857099, 77.871696, 68.626602, 55.071399, 23.5401, 15.0714];
    for (const [at, value] of resize(image, 3, 2).entries()) expect(value).toBeCloseTo(smaller[at]!, 3);
    const taller = [5.238, 20.8, 39.2, 54.762, 17.143, 53.267, 77.0, 78.095];
    for (const [at, value] of taller.entries()) expect(resize(image, 4, 9)[at]).toBeCloseTo(value, 2);
  });

  it('has mean 0 and standard deviation 1; an even one is 0, not noise', () => {
    const values = standardise(Float32Array.from(image.grey));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    expect(mean).toBeCloseTo(0, 5);
    expect(variance).toBeCloseTo(1, 3);
    expect([...standardise(new Float32Array(4).fill(0.1))].every((value) => Math.abs(value) < 1e-3)).toBe(true);
  });
});
