import { expect, it } from 'vitest';
import { changesBetween, wordsBetween } from './words.ts';

it('tells word by word what became of a text, Turkish letters and line breaks included', () => {
  expect(wordsBetween('Sağ üst lobda 6 mm nodül.\nPlevra doğal.', 'Sağ üst lobda 8 mm nodül.\nPlevra doğal.')).toEqual([
    { at: 0, kind: 'same', text: 'Sağ üst lobda ' },
    { at: 14, kind: 'removed', text: '6' },
    { at: 15, kind: 'added', text: '8' },
    { at: 16, kind: 'same', text: ' mm nodül.\nPlevra doğal.' },
  ]);
});

it('names the sections that differ and no other', () => {
  const text = {
    clinicalInformation: '',
    technique: 'BT',
    comparison: '',
    findings: 'Doğal.',
    impression: '',
    recommendations: '',
    plainSummary: '',
  };
  const changed = changesBetween(text, { ...text, impression: 'Normal.' });
  expect(changed).toEqual([{ section: 'impression', words: [{ at: 0, kind: 'added', text: 'Normal.' }] }]);
});
