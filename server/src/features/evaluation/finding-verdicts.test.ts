import { describe, expect, it } from 'vitest';
import { codesTold, verdictOnStudy } from './evaluated-cases.ts';

const FINDING = '0b0e6d0a-0000-4000-8000-000000000001';
const about = (verdict: 'agree' | 'disagree') => ({ verdict, findingId: FINDING });

describe('a finding', () => {
  it('comes before the limitations; a result that is none tells its reasons', () => {
    const coded = (code: string) => ({ code, severity: 'info' as const, params: {} });
    const evaluated = {
      outcome: 'evaluated' as const,
      findings: [coded('NODULE'), coded('NODULE')],
      measurements: [],
      overlays: [],
      limitations: [coded('THICK_SLICES')],
    };
    expect(codesTold({ result: evaluated })).toEqual(['NODULE', 'NODULE', 'THICK_SLICES']);
    expect(codesTold({ result: { outcome: 'not-evaluable', reasons: [coded('NO_LUNG')] } })).toEqual(['NO_LUNG']);
    expect(codesTold({ result: null })).toEqual([]);
  });
});

describe('verdicts on findings', () => {
  it('make a study positive by one that is right, negative when all are wrong, and nothing in between', () => {
    expect(verdictOnStudy([about('disagree'), about('agree')], 2)).toBe('agree');
    expect(verdictOnStudy([about('disagree'), about('disagree')], 2)).toBe('disagree');
    expect(verdictOnStudy([about('disagree')], 2)).toBeNull();
    expect(verdictOnStudy([], 0)).toBeNull();
  });
  it('give way to a verdict on the study itself', () => {
    expect(verdictOnStudy([about('agree'), { verdict: 'disagree', findingId: null }], 1)).toBe('disagree');
  });
});
