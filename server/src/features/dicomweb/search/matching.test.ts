import { describe, expect, it } from 'vitest';
import { found } from './matching.ts';

describe('a search', () => {
  const all = ['1.2', '1.20', '1.3'].map((uid) => ({ '00080018': { vr: 'UI', Value: [uid] } }));
  const uids = (search: Parameters<typeof found>[1]) =>
    found(all, search).map((entry) => entry['00080018']?.Value?.[0]);

  it('takes a point of a UID for a point', () => {
    expect(uids({ SOPInstanceUID: '1.2' })).toEqual(['1.2']);
    expect(uids({ SOPInstanceUID: '1.2*' })).toEqual(['1.2', '1.20']);
    expect(uids({ '00080018': '1?3' })).toEqual(['1.3']);
    expect(uids({ SOPInstanceUID: '1.2\\1.3' })).toEqual(['1.2', '1.3']);
  });

  it('ignores keys that it does not know, and then takes offset and limit', () => {
    expect(uids({ PatientName: 'X', includefield: 'all' })).toEqual(['1.2', '1.20', '1.3']);
    expect(uids({ offset: 1, limit: 1 })).toEqual(['1.20']);
  });
});

describe('a search', () => {
  const held = [{ '0020000D': { vr: 'UI', Value: ['1.2.840.113619.2.55'] } }];
  const isFound = (StudyInstanceUID: string) => found(held, { StudyInstanceUID }).length === 1;

  it.each([
    ['1.2.840.113619.2.55', true],
    ['1.2.840.113619.2.5', false],
    ['1.2.840.113619.2.555', false],
    ['1.2*', true],
    ['*55', true],
    ['*.113619.*', true],
    ['*.113619.*5?', true],
    ['1?2*?', true],
    ['*', true],
    ['1.2.840.113619.2.55**', true],
    ['1.3*', false],
    ['*.56', false],
    ['9,1.2.840.113619.2.55', true],
    ['9\\*.55', true],
    ['1+2*', false],
  ])('for %s finds it: %s', (pattern, isThere) => {
    expect(isFound(pattern)).toBe(isThere);
  });

  it('with many wildcards ends', () => {
    expect(isFound(`${'*?'.repeat(18)}x`)).toBe(false);
    expect(isFound(`${'*?'.repeat(18)}*`)).toBe(true);
  });
});
