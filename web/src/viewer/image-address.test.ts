import { describe, expect, it } from 'vitest';
import { imageOfQuery, imageQuery } from './image-address.ts';

const read = (query: string) => imageOfQuery(new URLSearchParams(query));

describe('the address of an image', () => {
  it.each([
    ['?image=a', { imageId: 'a', frame: 0, window: null }],
    ['?image=a&frame=7', { imageId: 'a', frame: 7, window: null }],
    ['?image=a&window=-600%2F1500', { imageId: 'a', frame: 0, window: { center: -600, width: 1500 } }],
  ])('%s is written and read', (query, image) => {
    expect(imageQuery(image)).toBe(query);
    expect(read(query)).toEqual(image);
  });

  it('is none without an image, and what makes no sense is left out', () => {
    expect(read('?frame=3')).toBeUndefined();
    expect(read('?image=a&frame=-1&window=lung')).toEqual({ imageId: 'a', frame: 0, window: null });
  });
});
