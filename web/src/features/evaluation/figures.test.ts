import { describe, expect, it } from 'vitest';
import { positiveWhenText } from './figures.ts';

describe('a question', () => {
  it('say a rule in words', () => {
    expect(positiveWhenText({ kind: 'finding', code: 'CUT_OFF' })).toBe('the finding “cut off” is there');
    expect(positiveWhenText({ kind: 'measurement', code: 'LAA_950', direction: 'at-least', threshold: 6 })).toBe(
      'laa 950 is at least 6',
    );
  });
});
