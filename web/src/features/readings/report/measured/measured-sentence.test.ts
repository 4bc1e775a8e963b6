import type { marks } from '@duai/contract';
import english from '@duai/texts/en/workplace';
import turkish from '@duai/texts/tr/workplace';
import { expect, it } from 'vitest';
import { MEASUREMENT_WORDS } from '../../../../content/report-templates/measurement-words.ts';
import { toldIn } from '../../measuring/measurement-queries.ts';
import { figuresIn, measuredSentence } from './measured-sentence.ts';

const at = { id: 'm', image: 15, series: 'Lung' };

it('a measurement is a sentence with its numbers, series and image', () => {
  expect(measuredSentence({ ...at, measure: 'length', text: '12.3 mm' }, 'en')).toBe(
    'Length: 12.3 mm (Lung, image 15).',
  );
  expect(measuredSentence({ ...at, measure: 'arrow', text: 'Nodül' }, 'tr')).toBe('Nodül (Lung, görüntü 15).');
});

it('what was measured on a computed plane is told by its plane', () => {
  const one = { ...at, image: 'coronal' as const, measure: 'length' as const, text: '12.3 mm' };
  expect(measuredSentence(one, 'en')).toBe('Length: 12.3 mm (Lung, coronal plane).');
  expect(measuredSentence({ ...one, image: 'oblique' }, 'tr')).toBe('Uzunluk: 12,3 mm (Lung, oblik düzlem).');
  expect(measuredSentence({ ...one, slabMm: 0 }, 'en')).toBe('Length: 12.3 mm (Lung, coronal plane).');
  // Values of a slab are its maxima, and a length is that of a projection: the report says so.
  const onSlab = { ...one, slabMm: 10 };
  expect(measuredSentence(onSlab, 'en')).toBe('Length: 12.3 mm (Lung, coronal plane, MIP 10 mm).');
  expect(measuredSentence(onSlab, 'tr')).toBe('Uzunluk: 12,3 mm (Lung, koronal düzlem, MIP 10 mm).');
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
  const unnamed = measuredSentence({ ...at, series: undefined, measure: 'length', text: '5 mm' }, 'tr');
  expect(unnamed).toBe('Uzunluk: 5 mm (Açıklaması olmayan seri, görüntü 15).');
});

it('small figures keep their decimals', () => {
  const text = 'mean 0.72, SD 0.0007, min 0.719, max 0.721, 4 mm²';
  expect(measuredSentence({ id: 'm', measure: 'rectangle', text, image: 3, series: 'ADC' }, 'tr')).toBe(
    'Bölge: ortalama 0,72, SS 0,0007, min 0,719, maks 0,721, 4 mm² (ADC, görüntü 3).',
  );
});

it('a length at the detector stays one', () => {
  const length = (text: string, language: 'tr' | 'en') =>
    measuredSentence({ ...at, measure: 'length', text }, language);
  expect(length('12.3 mm at the detector', 'tr')).toBe('Uzunluk: dedektörde 12,3 mm (Lung, görüntü 15).');
  expect(length('dedektörde 12,3 mm', 'en')).toBe('Length: 12.3 mm at the detector (Lung, image 15).');
});

it('a kept measurement is told in the language of who looks; the text of an arrow stays', () => {
  const kept = (measure: marks.Measure, text: string) => ({ measure, text }) as marks.Measurement;
  const inEnglish = [
    kept('ellipse', 'mean 3 HU, SD 20.5, min 0, max 6, 12.5 mm²'),
    kept('probe', 'outside the image'),
    kept('angle', '89.9°'),
    kept('arrow', 'mean 3.5, max 4'),
  ];
  const inTurkish = [
    kept('ellipse', 'ortalama 3 HU, SS 20,5, min 0, maks 6, 12,5 mm²'),
    kept('probe', 'görüntünün dışında'),
    kept('angle', '89,9°'),
    kept('arrow', 'mean 3.5, max 4'),
  ];
  expect(toldIn(inEnglish, 'tr')).toEqual(inTurkish);
  expect(toldIn(inTurkish, 'en')).toEqual(inEnglish);
  expect(toldIn(inTurkish, 'tr')).toEqual(inTurkish);
});

it('the words are those that the viewer writes', () => {
  const [en, tr] = [english.viewer.pixels, turkish.viewer.pixels];
  for (const of of ['mean', 'deviation', 'least', 'most', 'atDetector', 'onFilm'] as const)
    expect(figuresIn(en[of]({ value: '1.5 mm' }), 'tr')).toBe(tr[of]({ value: '1,5 mm' }));
  expect(figuresIn(en.outside, 'tr')).toBe(tr.outside);
  expect(MEASUREMENT_WORDS.en.unnamedSeries).toBe(english.readings.series.unnamed);
  expect(MEASUREMENT_WORDS.tr.unnamedSeries).toBe(turkish.readings.series.unnamed);
});
