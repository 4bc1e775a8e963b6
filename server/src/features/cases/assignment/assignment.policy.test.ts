import type { assignment, Subspecialty } from '@duai/contract';
import { expect, it } from 'vitest';
import { readerFor } from './assignment.policy.ts';

const rules: assignment.AssignmentRule[] = [
  { modality: 'MRI', urgency: null, subspecialty: null, readers: ['away', 'mr'] },
  { modality: 'CT', urgency: 'urgent', subspecialty: null, readers: ['away'] },
  { modality: 'CT', urgency: null, subspecialty: null, readers: ['first', 'second'] },
  { modality: 'Ultrasound', urgency: null, subspecialty: 'breast', readers: ['first'] },
  { modality: 'Ultrasound', urgency: null, subspecialty: 'abdomen', readers: [] },
];
const there = [
  { id: 'mr', subspecialties: ['neuro' as const] },
  { id: 'first', subspecialties: [] },
  { id: 'second', subspecialties: ['abdomen' as const, 'breast' as const] },
];
const given = (
  modality: 'CT' | 'MRI' | 'X-Ray' | 'Ultrasound',
  urgency: 'urgent' | 'routine',
  load: Record<string, number> = {},
  subspecialty: Subspecialty = 'general',
) => readerFor({ modality, urgency, subspecialty }, rules, there, new Map(Object.entries(load)));

it('a case goes to a reader of the first rule that fits, and to nobody who is away', () => {
  expect(given('MRI', 'routine')).toBe('mr');
  // The only reader in the rule for urgent CT is away, so the next rule decides.
  expect(given('CT', 'urgent')).toBe('first');
  expect(given('X-Ray', 'routine')).toBeNull();
});

it('of several readers the one with the fewest open cases', () => {
  expect(given('CT', 'routine', { first: 1 })).toBe('second');
  expect(given('CT', 'routine', { first: 1, second: 1 })).toBe('first');
});

it('a rule for a subspecialty is for its cases alone, and without names for whoever reads it and is there', () => {
  expect(given('Ultrasound', 'routine', {}, 'breast')).toBe('first');
  expect(given('Ultrasound', 'routine', { second: 9 }, 'abdomen')).toBe('second');
  expect(given('Ultrasound', 'routine', {}, 'neuro')).toBeNull();
});
