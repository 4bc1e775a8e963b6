import { expect, it } from 'vitest';
import { placeText } from './key-image-place.ts';

const texts = {
  image: ({ number }: { number: number }) => `görüntü ${number}`,
  sides: { left: 'sol', right: 'sağ', both: 'iki taraf' },
};

it('the place of a key image is told as the PDF tells it, as far as it is known', () => {
  expect(placeText({ series: 'L MLO', number: 3, laterality: 'left' }, texts)).toBe('L MLO, görüntü 3, sol');
  expect(placeText({ series: null, number: 12, laterality: null }, texts)).toBe('görüntü 12');
  for (const none of [null, undefined]) expect(placeText(none, texts)).toBeNull();
});
