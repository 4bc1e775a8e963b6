import { describe, expect, it } from 'vitest';
import { aucText, countOf, durationText, shareText } from './evaluation-figures.ts';

describe('figures of a trial', () => {
  it('carry their interval and their numbers', () => {
    const share = { value: 10 / 12, low: 0.552, high: 0.953, count: 10, of: 12 };
    expect(shareText(share)).toBe('83.3 % (55.2 to 95.3), 10 of 12');
    expect(aucText({ value: 0.893, low: 0.833, high: 0.953 })).toBe('0.893 (0.833 to 0.953)');
    expect(aucText({ value: 1, low: null, high: null })).toBe('1.000 (interval not estimable)');
  });

  it('say that there is nothing, in the words of their place', () => {
    expect([shareText(null), aucText(null)]).toEqual(['–', '–']);
    expect(shareText(null, 'nothing to count')).toBe('nothing to count');
  });

  it('count every study once', () => {
    const counts = { truePositives: 1, falsePositives: 2, trueNegatives: 3, falseNegatives: 4 };
    expect(countOf(counts as Parameters<typeof countOf>[0])).toBe(10);
  });

  it('say a time in its unit', () => expect([durationText(12.34), durationText(300)]).toEqual(['12.3 s', '5.0 min']));
});
