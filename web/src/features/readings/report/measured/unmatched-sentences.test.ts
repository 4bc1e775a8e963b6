import { expect, it } from 'vitest';
import type { TakenMeasurement } from './measured-sentence.ts';
import { unmatchedBySection, unmatchedIn, withMeasured } from './unmatched-sentences.ts';

const length = (id: string, text: string, image = 3): TakenMeasurement => ({
  id,
  measure: 'length',
  text,
  image,
  series: 'Thorax (1.0)',
});
const TOLD = 'Length: 10 mm (Thorax (1.0), image 3)';

it('a sentence is matched by a measurement with its kind, figures, series and image, in both languages', () => {
  const measured = [length('a', '12,5 mm'), length('b', '10 mm')];
  expect(unmatchedIn(`Lungs clear.\n${TOLD}.`, measured)).toEqual([]);
  expect(unmatchedIn('Uzunluk: 12,5 mm (Thorax (1.0), görüntü 3).', measured)).toEqual([]);
  const region = { ...length('c', 'mean 3.5 HU, SD 20.5, min 0, max 6, 12.5 mm²'), measure: 'ellipse' } as const;
  const bolge = 'Bölge: ortalama 3,5 HU, SS 20,5, min 0, maks 6, 12,5 mm² (Thorax (1.0), görüntü 3).';
  expect([unmatchedIn(bolge, [region]), unmatchedIn(bolge, []).length]).toEqual([[], 1]);
});

it('a measurement that was moved is offered with its new figures, also where the reader went on writing', () => {
  const text = `Nodule, ${TOLD}, spiculated.`;
  expect(unmatchedIn(text, [length('a', '30 mm'), length('b', '10 mm', 5)])).toMatchObject([
    {
      words: TOLD,
      start: 8,
      told: 1,
      measured: 0,
      others: [{ figures: '30 mm', words: 'Length: 30 mm (Thorax (1.0), image 3)' }],
    },
  ]);
});

it('one on a computed plane is matched by its plane', () => {
  const told = 'Length: 10 mm (Thorax (1.0), coronal plane)';
  const onPlane = { ...length('a', '10 mm'), image: 'coronal' as const };
  expect(unmatchedIn(`${told}.`, [onPlane])).toEqual([]);
  expect(unmatchedIn(`${told}.`, [length('a', '10 mm')])).toMatchObject([{ words: told, measured: 0 }]);
  expect(unmatchedIn(`${told}.`, [{ ...onPlane, text: '30 mm' }])).toMatchObject([{ others: [{ figures: '30 mm' }] }]);
  // Of a slab it is another one.
  const ofSlab = 'Length: 10 mm (Thorax (1.0), coronal plane, MIP 10 mm)';
  expect(unmatchedIn(`${ofSlab}.`, [{ ...onPlane, slabMm: 10 }])).toEqual([]);
  expect(unmatchedIn(`${ofSlab}.`, [onPlane])).toMatchObject([{ words: ofSlab, measured: 0 }]);
  expect(unmatchedIn(`${told}.`, [{ ...onPlane, slabMm: 10 }])).toMatchObject([{ words: told, measured: 0 }]);
});

it('another one of the same figures elsewhere does not stand for it; a removed one has no others', () => {
  const [five] = unmatchedIn(TOLD.replace('image 3', 'image 5'), [length('a', '10 mm')]);
  expect(five).toMatchObject({ measured: 0, others: [] });
  expect(unmatchedIn(`${TOLD}.`, [])).toMatchObject([{ words: TOLD, others: [] }]);
});

it('what the section tells already is not offered', () => {
  const text = `${TOLD}.\nLength: 20 mm (Thorax (1.0), image 3).`;
  expect(unmatchedIn(text, [length('a', '20 mm')])).toMatchObject([{ words: TOLD, others: [] }]);
});

it('two sentences of the same words need two measurements; which one is meant is not guessed', () => {
  const twice = `${TOLD}.\n${TOLD}.`;
  expect(unmatchedIn(twice, [length('a', '10 mm'), length('b', '10 mm')])).toEqual([]);
  expect(unmatchedIn(twice, [length('a', '10 mm'), length('b', '20 mm')])).toMatchObject([
    { told: 2, measured: 1, others: [] },
  ]);
});

it('other words are left alone', () => {
  for (const text of [
    'Length: 10 mm.',
    'Length: see (below).',
    'Nodule (Thorax (1.0), image 3).',
    'XLength: 1 mm (a, image 2).',
  ])
    expect(unmatchedIn(text, []), text).toEqual([]);
});

it('sections that may tell of earlier examinations are left alone', () => {
  const none = { technique: '', findings: '', impression: '', recommendations: '', plainSummary: '' };
  const content = { ...none, impression: `${TOLD}.`, comparison: `${TOLD}.` };
  expect(unmatchedBySection(content, []).map(({ section }) => section)).toEqual(['impression']);
});

it('a measurement is taken over once, and again only for another one with the same words', () => {
  const [a, b] = [length('a', '10 mm'), length('b', '10 mm')];
  const take = (text: string, taken: TakenMeasurement, measured: TakenMeasurement[], last: TakenMeasurement | null) =>
    withMeasured(text, taken, { measured, language: 'en', last });
  expect(take('Lungs clear.\n', a, [a, b], null)).toEqual({ text: `Lungs clear.\n${TOLD}.`, isAgain: false });
  // Pressed twice.
  expect(take(`${TOLD}.`, a, [a, b], a)).toBeNull();
  expect(take(`${TOLD}, spiculated.`, a, [a], null)).toBeNull();
  expect(take(`${TOLD}.`, b, [a, b], a)).toEqual({ text: `${TOLD}.\n${TOLD}.`, isAgain: true });
  expect(take(`${TOLD}.\n${TOLD}.`, a, [a, b], b)).toBeNull();
  // Moved onto the figures of the other one since.
  const moved = length('c', '12 mm');
  expect(take(`${TOLD}.`, { ...moved, text: '10 mm' }, [a, { ...moved, text: '10 mm' }], moved)).toMatchObject({
    isAgain: true,
  });
});

it('a long text of brackets is searched soon', () => {
  const text = `Length: 10 mm${' ('.repeat(25_000)}`.repeat(3);
  expect(unmatchedIn(text, [])).toEqual([]);
  expect(unmatchedIn(`${text}\n${TOLD}`, [])).toHaveLength(1);
});
