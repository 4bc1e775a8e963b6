import { describe, expect, it } from 'vitest';
import { landingTexts as arabic } from '../messages/ar/landing.ts';
import { landingTexts as english } from '../messages/en/landing.ts';
import { landingTexts as turkish } from '../messages/tr/landing.ts';
import { CLAIMS, type ClaimName, currentClaim, isCurrent } from './claims.ts';

const names = Object.keys(CLAIMS) as ClaimName[];

describe('claims', () => {
  it('are content: value, wording, evidence, date and last day [PUB-064]', () => {
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      const { value, wording, evidence, date, validUntil } = CLAIMS[name];
      for (const text of [value, wording, evidence]) expect(text, name).not.toBe('');
      for (const day of [date, validUntil]) expect(new Date(day).toISOString(), name).toContain(day);
      expect(date < validUntil, name).toBe(true);
    }
  });

  it('carry the figures of the specification', () => {
    expect([CLAIMS.costSavings, CLAIMS.diagnosisAccuracy, CLAIMS.providers].map(({ value }) => value)).toEqual([
      '80%',
      '95%',
      '500+',
    ]);
    expect(CLAIMS.quantumPredictability.value).toBe('87.3%');
  });

  it('say 127-qubit machines, at least 16,384 shots per job, 16/32-bit conversion [PUB-086] [PUB-087] [PUB-088]', () => {
    const said = (['quantumMachines', 'quantumShots', 'quantumConversion'] as const).map(
      (name) => `${CLAIMS[name].value} ${CLAIMS[name].wording}`,
    );
    expect(said).toEqual(['127-qubit machines', '≥ 16,384 shots per job', '16/32-bit conversion']);
  });

  it('are shown on their last day and not after it', () => {
    const claim = { validUntil: '2027-12-31' };
    expect(isCurrent(claim, new Date('2027-12-31T23:59:59Z'))).toBe(true);
    expect(isCurrent(claim, new Date('2028-01-01T00:00:00Z'))).toBe(false);
    expect(currentClaim('costSavings', new Date('2027-06-01'))).toBe(CLAIMS.costSavings);
    expect(currentClaim('costSavings', new Date('2030-01-01'))).toBeNull();
  });

  it('are the same figure in each language of the second-opinion landing', () => {
    const hours = /^[\d-]+/.exec(CLAIMS.reportTurnaround.value)![0];
    for (const texts of [turkish, english, arabic])
      for (const text of [texts.turnaround, texts.features.fast.title]) expect(text).toContain(hours);
  });
});
