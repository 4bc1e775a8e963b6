import { expect, it } from 'vitest';
import { measuredSentence, type TakenMeasurement } from './measured-sentence.ts';
import { withMeasuredIn } from './other-language.ts';

const one = (measure: TakenMeasurement['measure'], text: string, change: Partial<TakenMeasurement> = {}) => ({
  ...{ id: measure, measure, text, image: 3, series: 'Thorax (1.0)' },
  ...change,
});
const MEASURED: readonly TakenMeasurement[] = [
  one('length', '12.3 mm at the detector'),
  one('bidirectional', '12.3 × 8.1 mm', { series: undefined }),
  one('cobb', '21.5°', { image: 'coronal' }),
  one('angle', '30.5°', { image: 'sagittal', slabMm: 10 }),
  one('ellipse', 'mean −850.5 HU, SD 20.5, min −900, max −700, 123.4 mm²'),
  one('probe', 'outside the image'),
  one('arrow', 'Nodül'),
];
const told = (language: 'tr' | 'en') =>
  ['Kalp: doğal.', ...MEASURED.map((each) => measuredSentence(each, language)), 'Lungs clear.'].join('\n');

it('measured sentences follow the language of the report, to and fro; other words stay', () => {
  expect(withMeasuredIn('tr', told('en'), MEASURED)).toBe(told('tr'));
  expect(withMeasuredIn('en', told('tr'), MEASURED)).toBe(told('en'));
  expect(withMeasuredIn('tr', told('tr'), MEASURED)).toBe(told('tr'));
});

it('also those of measurements that were moved, removed or made by a colleague, and where the reader went on writing', () => {
  expect(withMeasuredIn('tr', 'Nodule, Length: 12.3 mm (Lung $& 1.0, image 15), spiculated.', [])).toBe(
    'Nodule, Uzunluk: 12,3 mm (Lung $& 1.0, görüntü 15), spiculated.',
  );
});
