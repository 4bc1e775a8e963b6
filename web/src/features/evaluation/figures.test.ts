import workplace from '@duai/texts/en/workplace';
import { describe, expect, it } from 'vitest';
import { positiveWhenText } from './figures.ts';

const { figures } = workplace.evaluation;

describe('a question', () => {
  it('say a rule in words', () => {
    expect(positiveWhenText({ kind: 'finding', code: 'CUT_OFF' }, figures)).toBe('the finding “cut off” is present');
    expect(
      positiveWhenText({ kind: 'measurement', code: 'LAA_950', direction: 'at-least', threshold: 6 }, figures),
    ).toBe('LAA-950 is at least 6');
  });
});
