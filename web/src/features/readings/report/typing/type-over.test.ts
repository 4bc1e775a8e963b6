import { expect, it } from 'vitest';
import { differenceOf } from './type-over.ts';

it('a text is changed by the part that differs', () => {
  expect(differenceOf('Kalp.', 'Kalp.\nNodül.')).toEqual({ start: 5, end: 5, inserted: '\nNodül.' });
  expect(differenceOf('10 mm, 10 mm', '10 mm, 30 mm')).toEqual({ start: 7, end: 8, inserted: '3' });
  expect(differenceOf('aa', 'aaa')).toEqual({ start: 2, end: 2, inserted: 'a' });
  expect(differenceOf('aaa', 'aa')).toEqual({ start: 2, end: 3, inserted: '' });
  expect(differenceOf('', 'a')).toEqual({ start: 0, end: 0, inserted: 'a' });
});
