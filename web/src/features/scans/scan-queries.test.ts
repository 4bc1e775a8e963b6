import workplace from '@duai/texts/en/workplace';
import { describe, expect, it } from 'vitest';
import { expiryText, isDcm, isFigure, isTouched } from './scan-queries.ts';

const { trialPeriod } = workplace.scans;

describe('scans', () => {
  it('are .dcm files', () => expect(['a.dcm', 'A.DCM', 'a.jpg', 'dcm'].map(isDcm)).toEqual([true, true, false, false]));
  it('expire on a day written out', () => {
    const trial = { expiresAt: '2025-05-05T12:00:00Z', remainingDays: 28 };
    expect(expiryText(trial, trialPeriod, 'UTC')).toBe('expires on May 5, 2025');
    expect(expiryText({ ...trial, remainingDays: 0 }, trialPeriod, 'UTC')).toBe('expired on May 5, 2025');
  });

  it('counts days, one of them too', () => {
    expect([0, 1, 28].map((count) => trialPeriod.days({ count }))).toEqual(['0 days', '1 day', '28 days']);
  });
});

describe('the end of an analysis', () => {
  const renewed = (...key: string[]) => [isTouched(['trial', ...key], new Set(['this'])), isFigure(['trial', ...key])];
  it('renews lists and its own page at once, figures more slowly, and nothing that it does not change', () => {
    for (const key of [['usage'], ['reports', '1'], ['scans'], ['scans', 'table'], ['scans', 'this']])
      expect(renewed(...key), key.join(' ')).toEqual([true, false]);
    for (const key of [['proof'], ['proof', 'question'], ['statements'], ['deliveries']])
      expect(renewed(...key), key.join(' ')).toEqual([false, true]);
    for (const key of [['scans', 'another'], ['proof', 'choices'], ['models'], ['keys'], ['members'], ['dossiers']])
      expect(renewed(...key), key.join(' ')).toEqual([false, false]);
  });
});
