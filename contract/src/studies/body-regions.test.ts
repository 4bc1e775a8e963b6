import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../values/languages.ts';
import { BODY_PARTS } from './body-parts.ts';
import { regionsIn } from './body-regions.ts';

describe('the regions that a text speaks of', () => {
  it.each([
    ['HEAD', 'head'],
    ['CHEST', 'chest'],
    ['ABDOMEN', 'abdomen'],
    ['LSPINE', 'spine'],
    ['HIP', 'hip'],
    ['KNEE', 'knee'],
    ['HAND', 'hand'],
    ['FOOT', 'foot'],
    ['BREAST', 'breast'],
  ])('DICOM %s is %s', (value, region) => {
    expect(regionsIn(value)).toEqual([region]);
  });

  it.each(['AKCİĞER', 'akciğer', 'Toraks BT', 'GÖĞÜS', 'AKCIGER', 'GOGUS HASTALIKLARI'])(
    '“%s” is the chest, however it is written',
    (text) => {
      expect(regionsIn(text)).toEqual(['chest']);
    },
  );

  it('does not find a hip in the pituitary gland, nor an arm in a protocol', () => {
    expect(regionsIn('Hipofiz')).toEqual(['head']);
    expect(regionsIn('Protokol')).toEqual([]);
  });

  it.each([
    ['Thoracic spine', 'spine'],
    ['الفقرات الصدرية', 'spine'],
    ['Gallbladder and bile ducts', 'abdomen'],
    ['KARACIGER', 'abdomen'],
    ['Karaciğer', 'abdomen'],
    ['PROSTATE', 'pelvis'],
    ['MR prostat dinamik', 'pelvis'],
    ['Sol meme US', 'breast'],
  ])('“%s” is %s alone', (text, region) => expect(regionsIn(text)).toEqual([region]));

  it('every body part that can be chosen means the same in each language', () => {
    for (const bodyPart of BODY_PARTS) {
      const regions = LANGUAGES.map((language) => regionsIn(bodyPart[language])).filter((found) => found.length > 0);
      if (regions.length < 2) continue;
      const shared = regions.reduce((one, other) => one.filter((region) => other.includes(region)));
      expect(shared, `${bodyPart.tr} ${JSON.stringify(regions)}`).not.toEqual([]);
    }
  });

  it('says nothing of what it does not know', () => {
    expect([regionsIn(null), regionsIn(''), regionsIn('Tüm vücut'), regionsIn('xyz')]).toEqual([[], [], [], []]);
  });
});
