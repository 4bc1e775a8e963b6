import { expect, it } from 'vitest';
import { goesAt, toldUntil } from './retention.policy.ts';

const day = (text: string) => new Date(`${text}T10:00:00Z`);

it('a study goes when it is old enough, and two weeks after its institution was told at the earliest', () => {
  const submittedAt = day('2026-01-01');
  expect(goesAt({ submittedAt, toldAt: day('2026-01-17') }, 30)).toEqual(day('2026-01-31'));
  // Told late: the setting was made when the study was old already.
  expect(goesAt({ submittedAt, toldAt: day('2026-05-01') }, 30)).toEqual(day('2026-05-15'));
  expect(goesAt({ submittedAt, toldAt: null }, 30)).toBeNull();
  // More images came after it was told.
  expect(goesAt({ submittedAt, toldAt: day('2025-12-31') }, 30)).toBeNull();
});

it('studies are told fourteen days ahead', () => {
  expect(toldUntil(day('2026-02-01'), 30)).toEqual(day('2026-01-16'));
});
