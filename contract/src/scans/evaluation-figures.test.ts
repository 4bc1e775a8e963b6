import { describe, expect, it } from 'vitest';
import { aucText, countOf, durationText, shareText, type Written } from './evaluation-figures.ts';

const written: Written = {
  language: 'en',
  texts: {
    share: ({ value, low, high, count, of }) => `${value} % (${low} to ${high}), ${count} of ${of}`,
    auc: ({ value, low, high }) => `${value} (${low} to ${high})`,
    aucWithoutInterval: ({ value }) => `${value} (interval not estimable)`,
    seconds: ({ value }) => `${value} s`,
    minutes: ({ value }) => `${value} min`,
    hours: ({ value }) => `${value} h`,
  },
};

describe('figures of a trial', () => {
  it('carry their interval and their numbers', () => {
    const share = { value: 10 / 12, low: 0.552, high: 0.953, count: 10, of: 12 };
    expect(shareText(share, written)).toBe('83.3 % (55.2 to 95.3), 10 of 12');
    expect(aucText({ value: 0.893, low: 0.833, high: 0.953 }, written)).toBe('0.893 (0.833 to 0.953)');
    expect(aucText({ value: 1, low: null, high: null }, written)).toBe('1.000 (interval not estimable)');
  });

  it('say that there is nothing, in the words of their place', () => {
    expect([shareText(null, written), aucText(null, written)]).toEqual(['–', '–']);
    expect(shareText(null, written, 'nothing to count')).toBe('nothing to count');
  });

  it('are written in the numbers of the language', () => {
    const turkish = { ...written, language: 'tr' as const };
    expect(aucText({ value: 0.893, low: 0.833, high: 0.953 }, turkish)).toBe('0,893 (0,833 to 0,953)');
  });

  it('count every study once', () => {
    const counts = { truePositives: 1, falsePositives: 2, trueNegatives: 3, falseNegatives: 4 };
    expect(countOf(counts as Parameters<typeof countOf>[0])).toBe(10);
  });

  it('say a time in its unit', () =>
    expect([12.34, 300, 86_405].map((seconds) => durationText(seconds, written))).toEqual([
      '12.3 s',
      '5.0 min',
      '24.0 h',
    ]));
});
