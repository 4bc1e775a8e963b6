import { expect, it } from 'vitest';
import { countedText, pagesOf } from './counted.ts';

it('says how many there are, and where counting and pages end', () => {
  expect(countedText(1, 'study', 'studies')).toBe('1 study');
  expect(countedText(1000, 'study', 'studies')).toBe('1,000 studies');
  expect(countedText(1001, 'entry', 'entries')).toBe(
    'More than 1,000 entries; the first 1,000 are listed. Filter to see others.',
  );
  expect([0, 1, 25, 26, 1000, 1001].map((total) => pagesOf(total, 25))).toEqual([0, 1, 1, 2, 40, 40]);
});
