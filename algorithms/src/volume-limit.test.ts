import { expect, it } from 'vitest';
import { mostVoxels } from './volume-limit.ts';

it('allows a chest CT of 857 slices of 512² in the memory of a worker, and nothing where the codecs hardly fit', () => {
  expect(Math.floor(mostVoxels(1536) / 512 ** 2)).toBe(857);
  expect(mostVoxels(200)).toBe(0);
});
