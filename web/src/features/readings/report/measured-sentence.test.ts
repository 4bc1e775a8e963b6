import { expect, it } from 'vitest';
import { measuredSentence } from './measured-sentence.ts';

const at = { image: 15, series: 'Lung' };

it('a measurement is a sentence with its numbers, series and image', () => {
  expect(measuredSentence({ ...at, measure: 'length', text: '12.3 mm' }, 'en')).toBe(
    'Length: 12.3 mm (Lung, image 15).',
  );
  expect(measuredSentence({ ...at, measure: 'arrow', text: 'Nodül' }, 'tr')).toBe('Nodül (Lung, görüntü 15).');
});

it('it is in the language of the report, not of the page', () => {
  const region = 'mean −850 HU, SD 20.5, min −900, max −700, 123.4 mm²';
  const bolge = 'ortalama −850 HU, SS 20,5, min −900, maks −700, 123,4 mm²';
  const told = (text: string, language: 'tr' | 'en') => measuredSentence({ ...at, measure: 'ellipse', text }, language);
  expect(told(region, 'tr')).toBe(`Bölge: ${bolge} (Lung, görüntü 15).`);
  expect(told(bolge, 'en')).toBe(`Region: ${region} (Lung, image 15).`);
  expect(told(bolge, 'tr')).toBe(`Bölge: ${bolge} (Lung, görüntü 15).`);
  const two = measuredSentence({ ...at, measure: 'bidirectional', text: '12.3 × 8.1 mm' }, 'tr');
  expect(two).toBe('İki çap: 12,3 × 8,1 mm (Lung, görüntü 15).');
});

it('a length at the detector stays one', () => {
  const length = (text: string, language: 'tr' | 'en') =>
    measuredSentence({ ...at, measure: 'length', text }, language);
  expect(length('12.3 mm at the detector', 'tr')).toBe('Uzunluk: dedektörde 12,3 mm (Lung, görüntü 15).');
  expect(length('dedektörde 12,3 mm', 'en')).toBe('Length: 12.3 mm at the detector (Lung, image 15).');
});
