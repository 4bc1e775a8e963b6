import { PREPARED_SUMMARIES } from '@duai/contract';
import { expect, it } from 'vitest';
import { DOCUMENT_TEXTS, documentLanguage, modalityIn } from './texts.ts';

it('the prepared summaries of drafts are known as prepared, in both languages', () => {
  for (const { draft } of Object.values(DOCUMENT_TEXTS)) expect(PREPARED_SUMMARIES).toContain(draft.plainSummary);
});

it('papers are in Turkish for Turkish readers, in English for all others', () => {
  expect((['tr', 'en', 'ar'] as const).map(documentLanguage)).toEqual(['tr', 'en', 'en']);
});

it('an examination is called as radiologists of the language call it', () => {
  expect([modalityIn('CT', 'tr'), modalityIn('CT', 'en'), modalityIn('XA', 'tr')]).toEqual(['BT', 'CT', 'XA']);
});
