import { describe, expect, it } from 'vitest';
import { aucText, durationText, positiveWhenText, shareText } from './figures.ts';

describe('figures', () => {
  it('carry their interval and their numbers', () => {
    expect(shareText({ value: 10 / 12, low: 0.552, high: 0.953, count: 10, of: 12 })).toBe(
      '83.3 % (55.2 to 95.3), 10 of 12',
    );
    expect(shareText(null)).toBe('–');
    expect(aucText({ value: 0.893, low: 0.833, high: 0.953 })).toBe('0.893 (0.833 to 0.953)');
    expect(aucText({ value: 1, low: null, high: null })).toBe('1.000 (interval not estimable)');
  });
  it('say a rule in words', () => {
    expect(positiveWhenText({ kind: 'finding', code: 'CUT_OFF' })).toBe('the finding “cut off” is there');
    expect(positiveWhenText({ kind: 'measurement', code: 'LAA_950', direction: 'at-least', threshold: 6 })).toBe(
      'laa 950 is at least 6',
    );
  });
  it('say a time in its unit', () => expect([durationText(12.34), durationText(300)]).toEqual(['12.3 s', '5.0 min']));
});
