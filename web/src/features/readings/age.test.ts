import { expect, it } from 'vitest';
import { ageAt } from './age.ts';

it.each([
  ['1980-03-12', '2026-03-11', 45],
  ['1980-03-12', '2026-03-12T09:00:00Z', 46],
  ['2004-02-29', '2025-02-28', 20],
  ['2025-01-01', '2025-06-01', 0],
  ['2027-01-01', '2026-06-01', null],
])('born %s, on %s: %s', (birthDate, day, age) => expect(ageAt(birthDate, day)).toBe(age));
