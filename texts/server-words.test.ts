import { FILE_REFUSALS, type Translated, VALIDATION_MESSAGES } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { wordsOf } from './words.ts';

/** Sentences of the contract that a reader may see: refused files, validation. */
const sentences: readonly (readonly [key: string, text: Translated])[] = [
  ...Object.entries(FILE_REFUSALS),
  ...Object.entries(VALIDATION_MESSAGES).map(([en, text]) => [en, { en, ...text }] as const),
];
const GAP = /\{\w+\}/g;
const ARABIC_LETTERS = /\p{Script=Arabic}/u;

describe('what the server says', () => {
  it('carries no English word in Turkish, and neither Latin sentences nor gaps in Arabic', () => {
    expect(sentences.length).toBeGreaterThan(30);
    const strays = sentences.flatMap(([key, { tr, en }]) => {
      const english = wordsOf(en.replace(GAP, ''));
      return [...wordsOf(tr.replace(GAP, ''))].filter((word) => english.has(word)).map((word) => `${key}: ${word}`);
    });
    expect(strays).toEqual([]);
    expect(sentences.filter(([, { ar }]) => !ARABIC_LETTERS.test(ar)).map(([key]) => key)).toEqual([]);
    const placeholders = (text: string) => (text.match(GAP) ?? []).sort();
    for (const [key, { tr, en, ar }] of sentences)
      expect([placeholders(tr), placeholders(ar)], key).toEqual([placeholders(en), placeholders(en)]);
  });
});
