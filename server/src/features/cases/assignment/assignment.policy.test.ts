import type { assignment } from '@duai/contract';
import { expect, it } from 'vitest';
import { readerFor } from './assignment.policy.ts';

const rules: assignment.AssignmentRule[] = [
  { modality: 'MRI', urgency: null, readers: ['away', 'mr'] },
  { modality: 'CT', urgency: 'urgent', readers: ['away'] },
  { modality: 'CT', urgency: null, readers: ['first', 'second'] },
];
const given = (modality: 'CT' | 'MRI' | 'X-Ray', urgency: 'urgent' | 'routine', load: Record<string, number> = {}) =>
  readerFor({ modality, urgency }, rules, (id) => id !== 'away', new Map(Object.entries(load)));

it('a case goes to a reader of the first rule that fits, and to nobody who is away', () => {
  expect(given('MRI', 'routine')).toBe('mr');
  // The only reader of the rule for urgent CT is away: the next rule decides.
  expect(given('CT', 'urgent')).toBe('first');
  expect(given('X-Ray', 'routine')).toBeNull();
});

it('of several readers the one with the fewest open cases', () => {
  expect(given('CT', 'routine', { first: 1 })).toBe('second');
  expect(given('CT', 'routine', { first: 1, second: 1 })).toBe('first');
});
