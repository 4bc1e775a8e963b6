import { describe, expect, it } from 'vitest';
import { spread } from './spread.ts';

describe('thumbnails', () => {
  it('are spread evenly over the images', () => {
    expect(spread([1, 2, 3], 4)).toEqual([1, 2, 3]);
    expect(
      spread(
        Array.from({ length: 24 }, (_, index) => index),
        4,
      ),
    ).toEqual([3, 9, 15, 21]);
  });
});
