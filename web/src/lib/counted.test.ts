import english from '@duai/texts/en/workplace';
import { expect, it } from 'vitest';
import { changedSearch, countedIn, pageIn, pagesOf, stepsByCursor, stepsOf } from './counted.ts';

it('says how many there are, and where counting ends', () => {
  const { studies: counted, moreStudies: more } = english.names;
  expect(countedIn(1, { counted, more })).toBe('1 study');
  expect(countedIn(1000, { counted, more })).toBe('1,000 studies');
  expect(countedIn(1001, { counted, more })).toBe('More than 1,000 studies');
  expect([0, 1, 25, 26, 1000, 1001].map((total) => pagesOf(total, 25))).toEqual([0, 1, 1, 2, 40, 40]);
});

it('goes by number as far as rows are counted, by cursor beyond, and back', () => {
  const steps = (page: number, total: number, next: string | null = 'N', previous: string | null = 'P') => {
    const found = stepsOf({ page }, { total, next, previous }, 25);
    return [found.previous, found.next];
  };
  expect(steps(1, 30, 'N', null)).toEqual([null, { page: 2 }]);
  expect(steps(2, 30, null)).toEqual([{ page: 1 }, null]);
  expect(steps(40, 1000, null)).toEqual([{ page: 39 }, null]);
  expect(steps(40, 1001)).toEqual([{ page: 39 }, { page: 41, cursor: 'N' }]);
  expect(steps(41, 1001)).toEqual([{ page: 40 }, { page: 42, cursor: 'N' }]);
  expect(steps(42, 1001, null)).toEqual([{ page: 41, cursor: 'P' }, null]);
});

it('shows the last numbered page where an address names a later one without its cursor', () => {
  expect(pageIn(new URLSearchParams('page=57'), 25)).toEqual({ page: 40 });
  expect(pageIn(new URLSearchParams('page=57&cursor=N'), 25)).toEqual({ page: 57, cursor: 'N' });
  expect(pageIn(new URLSearchParams('page=x'), 25)).toEqual({ page: 1 });
});

it('goes by cursor where nobody counts; the first page is the newest again', () => {
  const steps = (page: number, next: string | null = 'N', previous: string | null = 'P') => {
    const found = stepsByCursor({ page }, { next, previous });
    return [found.previous, found.next];
  };
  expect(steps(1, null, null)).toEqual([null, null]);
  expect(steps(1, 'N', null)).toEqual([null, { page: 2, cursor: 'N' }]);
  expect(steps(2)).toEqual([{ page: 1 }, { page: 3, cursor: 'N' }]);
  expect(steps(3, null)).toEqual([{ page: 2, cursor: 'P' }, null]);
  // What came before has gone meanwhile.
  expect(steps(3, null, null)).toEqual([{ page: 1 }, null]);
});

it('changes of the address keep each other, and begin at the first page unless they name one', () => {
  const first = changedSearch({ modality: '' }, '?modality=CT&page=3&cursor=N');
  expect(changedSearch({ source: 'browser' }, `?${first}`).toString()).toBe('source=browser');
  expect(changedSearch({ page: '2', cursor: '' }, '?text=a&page=3&cursor=N').toString()).toBe('text=a&page=2');
});
