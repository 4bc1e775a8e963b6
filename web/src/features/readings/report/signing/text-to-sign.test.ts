import { expect, it } from 'vitest';
import { authorOf, gapsIn, unnamedPriors } from './text-to-sign.ts';

it.each([
  ['nobody’s without an impression', { findings: 'Measured.', impression: ' ' }, 'nobody'],
  ['the draft’s as long as nobody changes them', { findings: 'Measured.\n', impression: 'Large.' }, 'draft'],
  ['the draft’s in the findings', { findings: 'Measured.', impression: 'Normal.' }, 'draft-findings'],
  ['the draft’s in the impression', { findings: 'Measured. A nodule.', impression: 'Large.' }, 'draft-impression'],
  ['the reader’s where both were written', { findings: 'A nodule.', impression: 'Normal.' }, 'reader'],
] as const)('the words are %s', (_, text, author) => {
  expect(authorOf(text, { findings: 'Measured.', impression: 'Large.' })).toBe(author);
});

it('blanks are found in every section, with the place of the first one', () => {
  const none = { clinicalInformation: '', comparison: '', impression: '', recommendations: '' };
  expect(gapsIn({ ...none, technique: 'MR_T1 __', findings: '', plainSummary: '' })).toEqual([]);
  expect(gapsIn({ ...none, technique: '___ ml', findings: 'A: ___ mm, B: ____ mm.', plainSummary: 'x ___' })).toEqual([
    { section: 'technique', count: 1, start: 0, end: 3 },
    { section: 'findings', count: 2, start: 3, end: 6 },
    { section: 'plainSummary', count: 1, start: 2, end: 5 },
  ]);
});

it('an earlier case is asked for until the comparison names it', () => {
  const prior = { caseNumber: 'SO-2025-000007', tr: 'BT, SO-2025-000007.', en: 'CT, SO-2025-000007.' };
  expect(unnamedPriors([prior], { comparison: 'None.' })).toEqual([prior]);
  expect(unnamedPriors([prior], { comparison: `None.\n${prior.en}` })).toEqual([]);
});
