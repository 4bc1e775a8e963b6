import { expect, it } from 'vitest';
import { ageOn } from './age.ts';

const told = (birthDate: string, day: string) => {
  const age = ageOn(birthDate, day);
  return age && `${age.count} ${age.unit}`;
};

it('[RED-008] an age is told in years, of infants in months and of newborns in days', () => {
  expect(told('2016-02-29', '2026-02-28')).toBe('9 years');
  expect(told('2016-02-29', '2026-03-01')).toBe('10 years');
  expect(told('2024-03-15', '2026-03-15')).toBe('2 years');
  expect(told('2024-03-15', '2026-03-14')).toBe('23 months');
  expect(told('2026-02-15', '2026-03-15')).toBe('1 months');
  expect(told('2026-02-15', '2026-03-14')).toBe('27 days');
  expect(told('2026-03-15', '2026-03-15T09:00:00Z')).toBe('0 days');
});

it('no age is told before the birth', () => {
  expect(told('2026-03-16', '2026-03-15')).toBeNull();
});
