import { describe, expect, it } from 'vitest';
import { BODY_PARTS, bodyPartIn, findBodyParts, hasSides, SUBSPECIALTIES, subspecialtyOf } from './body-parts.ts';

describe('body parts', () => {
  it.each([
    ['DIZ', 'tr', 'Diz'],
    ['menisküs', 'tr', 'Diz'],
    ['ciger', 'tr', 'Akciğer / göğüs'],
    ['bel fitigi', 'tr', 'Bel omurgası'],
    ['lung', 'en', 'Lungs / chest'],
    ['karaciğer', 'en', 'Liver'],
    ['ركبة', 'ar', 'الركبة'],
  ] as const)('%s (%s) finds %s', (typed, language, name) => {
    expect(findBodyParts(typed, language)).toContain(name);
  });

  it('puts what begins with the typed text first, and offers everything for nothing', () => {
    expect(findBodyParts('kar', 'tr')[0]).toBe('Karaciğer');
    expect(findBodyParts('', 'tr')).toHaveLength(BODY_PARTS.length);
    expect(findBodyParts('xyz', 'tr')).toEqual([]);
  });

  it('says where left and right are told apart; for own words it is asked', () => {
    expect(['Diz', 'knee', 'الركبة', 'serçe parmağım'].map(hasSides)).toEqual([true, true, true, true]);
    expect(['Karaciğer', 'Bel omurgası', ''].map(hasSides)).toEqual([false, false, false]);
  });

  it('is named in the language of its reader, whoever chose it; own words stay', () => {
    expect((['tr', 'en', 'ar'] as const).map((language) => bodyPartIn('الركبة', language))).toEqual([
      'Diz',
      'Knee',
      'الركبة',
    ]);
    expect([bodyPartIn('diz', 'en'), bodyPartIn('serçe parmağım', 'ar')]).toEqual(['Knee', 'serçe parmağım']);
  });

  it('has no name twice in a language', () => {
    for (const language of ['tr', 'en', 'ar'] as const)
      expect(new Set(BODY_PARTS.map((part) => part[language])).size).toBe(BODY_PARTS.length);
  });
});

describe('who reads images', () => {
  it.each([
    ['CT', 'Akciğer / göğüs', 'chest'],
    ['MRI', 'lumbar spine', 'neuro'],
    ['X-Ray', 'Bel omurgası', 'musculoskeletal'],
    ['X-Ray', 'Lungs / chest', 'chest'],
    ['Mammography', null, 'breast'],
    ['Ultrasound', 'Meme', 'breast'],
    ['PET-CT', 'Tüm vücut', 'nuclear'],
    ['MRI', 'الركبة', 'musculoskeletal'],
    ['Ultrasound', 'Karaciğer', 'abdomen'],
    ['CT', 'Akciğer', 'chest'],
    ['CT', 'Karın', 'general'],
    ['MRI', 'beyin', 'neuro'],
    ['CT', 'göğüs', 'chest'],
    ['CT', 'Sol böğür', 'general'],
    ['CT', null, 'general'],
  ])('%s of %s: %s', (modality, bodyPart, subspecialty) => {
    expect(subspecialtyOf(modality, bodyPart)).toBe(subspecialty);
  });

  it('every subspecialty has images', () => {
    const all = BODY_PARTS.flatMap(({ en }) =>
      ['CT', 'X-Ray', 'PET-CT'].map((modality) => subspecialtyOf(modality, en)),
    );
    expect(new Set(all)).toEqual(new Set(SUBSPECIALTIES));
  });
});
