import { LANGUAGES } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { sentence } from './wording.ts';

describe('a sentence', () => {
  const text = ({ density }: { density: string }) => `${density} HU`;
  const wording = { DENSITY: { tr: text, en: text, ar: text } };

  it('writes a negative number with the minus sign in every language', () => {
    for (const language of LANGUAGES) {
      const written = sentence(wording, 'DENSITY', { density: -863.4 }, language);
      expect(written).toContain('−');
      expect(written).not.toContain('-');
    }
    expect(sentence(wording, 'DENSITY', { density: -863.4 }, 'tr')).toBe('−863,4 HU');
  });
});
