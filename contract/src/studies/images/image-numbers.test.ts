import { expect, it } from 'vitest';
import type { Instance } from '../studies.ts';
import { numberedImages, placedImages } from './image-numbers.ts';

const image = (instanceNumber: number | null, change: { frames?: number; problem?: string } = {}) => ({
  frames: 1,
  instanceNumber,
  ...change,
});
const numbers = (...images: ReturnType<typeof image>[]) => numberedImages(images).map(({ number }) => number);

it('images are told by Instance Number, so that a late one that stands before them shifts none', () => {
  expect(numbers(image(101), image(102), image(103))).toEqual([101, 102, 103]);
  expect(numbers(image(104), image(101), image(102))).toEqual([104, 101, 102]);
  // One that cannot be shown is told by nobody.
  expect(numbers(image(101), image(null, { problem: 'broken' }), image(103))).toEqual([101, 2, 103]);
});

it('images are told by position where a number is missing, repeated, or stands for several frames', () => {
  expect(numbers(image(101), image(null), image(103))).toEqual([1, 2, 3]);
  expect(numbers(image(101), image(101), image(103))).toEqual([1, 2, 3]);
  expect(numbers(image(5, { frames: 30 }), image(6))).toEqual([1, 31]);
  expect(numberedImages([{ frames: 1 }, { frames: 1 }]).map(({ number }) => number)).toEqual([1, 2]);
});

it('a DICOM image that cannot be shown has one place, whatever its frames', () => {
  const ready = { state: 'ready', kind: 'dicom', problem: null, frames: 3 } as Instance;
  const problem = { code: 'NOT_READABLE', isOurs: false, message: '', advice: '' };
  const broken = { ...ready, state: 'refused', problem } as Instance;
  const listed = placedImages([ready, broken, { ...broken, kind: 'jpeg' }, { ...ready, state: 'received' }]);
  expect(listed.map(({ state, frames }) => [state, frames])).toEqual([
    ['ready', 3],
    ['refused', 1],
  ]);
  expect(placedImages([broken])).toEqual([]);
});
