import { expect, it } from 'vitest';
import { isoDate } from './dicom-date.ts';

it.each([
  ['20260131', '2026-01-31'],
  ['2026.01.31', '2026-01-31'],
  ['20240229', '2024-02-29'],
  ['20260230', null],
  ['20261301', null],
  ['2026', null],
  ['', null],
  [null, null],
  [undefined, null],
])('%s is the day %s', (da, day) => {
  expect(isoDate(da)).toBe(day);
});
