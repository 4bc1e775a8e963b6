import { expect, it } from 'vitest';
import { changesBetween, choicesBetween, wordsBetween } from './words.ts';

it('tells word by word what became of a text, Turkish letters and line breaks included', () => {
  expect(wordsBetween('Sağ üst lobda 6 mm nodül.\nPlevra doğal.', 'Sağ üst lobda 8 mm nodül.\nPlevra doğal.')).toEqual([
    { at: 0, kind: 'same', text: 'Sağ üst lobda ' },
    { at: 14, kind: 'removed', text: '6' },
    { at: 15, kind: 'added', text: '8' },
    { at: 16, kind: 'same', text: ' mm nodül.\nPlevra doğal.' },
  ]);
});

it('a changed sentence is told as one, its words are not laid into those of the sentence before', () => {
  const told = wordsBetween('Kalp boyutu normal.\nPlevra doğal.', 'Sol hilusta lenf nodu.\nPlevra doğal.');
  expect(told.map(({ kind, text }) => [kind, text])).toEqual([
    ['removed', 'Kalp boyutu normal'],
    ['added', 'Sol hilusta lenf nodu'],
    ['same', '.\nPlevra doğal.'],
  ]);
  // A word in common stays where it is.
  expect(wordsBetween('sağ üst lob', 'sol üst zon').map(({ kind, text }) => [kind, text])).toEqual([
    ['removed', 'sağ'],
    ['added', 'sol'],
    ['same', ' üst '],
    ['removed', 'lob'],
    ['added', 'zon'],
  ]);
});

it('long texts that have little in common are compared by line or as a whole, soon', () => {
  const [a, b] = ['a ', 'b '].map((word) => word.repeat(10_000));
  expect(wordsBetween(a!, b!).map(({ kind, text }) => [kind, text.length])).toEqual([
    ['removed', 20_000],
    ['added', 20_000],
  ]);
  expect(wordsBetween(`${a}\nDoğal.\n`, `${b}\nDoğal.\n`).at(-1)).toMatchObject({ kind: 'same', text: 'Doğal.\n' });
  expect(wordsBetween('.\n'.repeat(10_000), '-\n'.repeat(10_000))).toHaveLength(2);
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

it('names the choices that differ: agreement, RADS, and key images also by order and caption', () => {
  const image = { imageId: 'a', frame: 0, window: null, suvFactor: null, region: null, caption: '' };
  const chosen = { agreement: null, rads: null, keyImages: [image, { ...image, imageId: 'b' }] };
  expect(choicesBetween(chosen, structuredClone(chosen))).toEqual([]);
  expect(choicesBetween(chosen, { ...chosen, agreement: 'concordant' })).toEqual(['agreement']);
  expect(choicesBetween(chosen, { ...chosen, rads: { system: 'lung-rads', category: '3' } })).toEqual(['rads']);
  const ofSides = (left: string) => ({
    ...chosen,
    rads: { system: 'bi-rads' as const, category: '4A', sides: { right: '4A', left } },
  });
  expect(choicesBetween(ofSides('1'), ofSides('2'))).toEqual(['rads']);
  expect(choicesBetween(chosen, { ...chosen, keyImages: chosen.keyImages.toReversed() })).toEqual(['keyImages']);
  const named = chosen.keyImages.map((each) => ({ ...each, caption: 'nodule' }));
  expect(choicesBetween(chosen, { ...chosen, keyImages: named })).toEqual(['keyImages']);
});
