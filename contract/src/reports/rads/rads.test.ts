import { describe, expect, it } from 'vitest';
import { examinedIn } from '../examined.ts';
import { overallOf, radsFor, radsInWords, radsOfSides, radsSchema } from './rads.ts';
import { RADS, RADS_SYSTEMS } from './rads-lists.ts';

describe('RADS lists', () => {
  it('are closed: a category of another system is none', () => {
    expect(radsSchema.safeParse({ system: 'lung-rads', category: '4A' }).success).toBe(true);
    expect(radsSchema.safeParse({ system: 'lung-rads', category: 'LR-5' }).success).toBe(false);
    expect(radsSchema.safeParse({ system: 'bi-rads', category: '7' }).success).toBe(false);
  });

  it.each<[string, string, string[]]>([
    ['CT', 'Akciğer / göğüs', ['lung-rads']],
    ['CT', 'CHEST', ['lung-rads']],
    ['CT', 'Karaciğer', ['li-rads']],
    ['CT', 'HEAD', []],
    ['CT', 'Sırt omurgası', []],
    ['MG', 'CHEST', ['bi-rads']],
    ['US', 'Meme', ['bi-rads']],
    ['US', 'Tiroit', ['ti-rads']],
    ['US', 'Üst karın', []],
    ['US', 'Gebelik', []],
    ['MR', 'BREAST', ['bi-rads']],
    ['MR', 'Liver', ['li-rads']],
    ['MR', 'PROSTATE', ['pi-rads']],
    ['MR', 'Leğen kemiği / pelvis', ['pi-rads']],
    ['MR', 'Diz', []],
    ['DX', 'CHEST', []],
    ['PT', 'Tüm vücut', []],
  ])('fit modality and part: %s of %s', (modality, part, lists) => {
    const of = (bodyPart: string | null, inHeader: string | null) =>
      radsFor(
        examinedIn({ modality: 'CT', bodyPart }, [
          { description: null, series: [{ modality, bodyPart: inHeader, description: null }] },
        ]),
      );
    // Whoever names it: the patient, the header, or both.
    expect([of(part, null), of(null, part), of(part, part)]).toEqual([lists, lists, lists]);
  });

  it('go by the modality where nobody names a part, and by the patient where there are only pictures', () => {
    const of = (modality: string | null, declared: string, bodyPart: string | null) =>
      radsFor(
        examinedIn({ modality: declared, bodyPart }, [
          { description: null, series: [{ modality, bodyPart: null, description: null }] },
        ]),
      );
    expect(of('CT', 'CT', null)).toEqual(['lung-rads', 'li-rads']);
    expect(of('MR', 'MRI', 'benim yerim')).toEqual(['bi-rads', 'li-rads', 'pi-rads']);
    expect(of(null, 'Ultrasound', null)).toEqual(['bi-rads', 'ti-rads']);
    expect(of(null, 'Ultrasound', 'Meme')).toEqual(['bi-rads']);
    // Headers take precedence over the patient's word for the modality.
    expect(of('DX', 'CT', null)).toEqual([]);
  });

  it('take the part of each examination: a chest film beside a liver CT offers no list for lungs', () => {
    const series = (modality: string, bodyPart: string) => [{ modality, bodyPart, description: null }];
    const examined = examinedIn({ modality: 'CT', bodyPart: null }, [
      { description: 'Toraks', series: series('DX', 'CHEST') },
      { description: 'Dinamik karaciğer', series: series('CT', 'LIVER') },
    ]);
    expect(radsFor(examined)).toEqual(['li-rads']);
  });

  it('have every category of the published lists, in their order', () => {
    const codes = Object.fromEntries(
      RADS_SYSTEMS.map((system) => [system, RADS[system].categories.map(({ code }) => code)]),
    );
    const lung = ['0', '1', '2', '3', '4A', '4B', '4X'];
    expect(codes).toEqual({
      'lung-rads': [...lung, ...lung.map((code) => `${code}S`)],
      'bi-rads': ['0', '1', '2', '3', '4', '4A', '4B', '4C', '5', '6'],
      'li-rads': [
        ...['LR-NC', 'LR-1', 'LR-2', 'LR-3', 'LR-4', 'LR-5', 'LR-M', 'LR-TIV'],
        ...['LR-TR Nonevaluable', 'LR-TR Nonviable', 'LR-TR Equivocal', 'LR-TR Viable'],
      ],
      'ti-rads': ['TR1', 'TR2', 'TR3', 'TR4', 'TR5'],
      'pi-rads': ['1', '2', '3', '4', '5'],
    });
    for (const category of codes['li-rads']!)
      expect(radsSchema.safeParse({ system: 'li-rads', category }).success, category).toBe(true);
  });

  it.each([
    // BI-RADS 5th edition: likelihood 0 % for 1 and 2, up to 2 % for 3, then 4A (10 %), 4B (50 %), 4C (95 %) and 5.
    ['1', '1', '1'],
    ['1', '2', '2'],
    ['2', '3', '3'],
    ['3', '4A', '4A'],
    ['3', '4', '4'],
    ['4A', '4B', '4B'],
    ['4B', '4C', '4C'],
    ['4C', '5', '5'],
    ['4', '5', '5'],
    ['2', '5', '5'],
    ['5', null, '5'],
    ['0', null, '0'],
    ['0', '0', '0'],
    ['6', '6', '6'],
    // The list does not say which is more suspicious.
    ['0', '1', null],
    ['0', '4', null],
    ['6', '2', null],
    ['5', '6', null],
    ['4', '4B', null],
    [null, null, null],
  ])(
    'derive the category of the examination from its sides, or leave it to the reader: %s and %s: %s',
    (a, b, overall) => {
      expect([overallOf('bi-rads', { right: a, left: b }), overallOf('bi-rads', { right: b, left: a })]).toEqual([
        overall,
        overall,
      ]);
    },
  );

  it('accept the category that follows from the sides, or one of the two where none follows', () => {
    const isValid = (rads: object) => radsSchema.safeParse({ system: 'bi-rads', ...rads }).success;
    const sides = { right: '4A', left: '2' };
    expect([
      isValid({ category: '4A', sides }),
      isValid({ category: '2', sides }),
      isValid({ category: null, sides }),
    ]).toEqual([true, false, false]);
    const open = { right: '0', left: '4' };
    expect(['0', '4', null, '5'].map((category) => isValid({ category, sides: open }))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(isValid({ category: '7', sides: { right: '7', left: null } })).toBe(false);
    expect(isValid({ category: null, sides: { right: null, left: null } })).toBe(false);
    // As a report from before categories had sides; without a category there is no choice.
    expect([isValid({ category: '3' }), isValid({ category: null })]).toEqual([true, false]);
    // No other list is told by sides.
    const lung = { system: 'lung-rads', category: '3', sides: { right: '3', left: '2' } };
    expect(radsSchema.safeParse(lung).success).toBe(false);
  });

  it('tell both sides and the whole in words, with the recommendation of the whole', () => {
    const told = (right: string | null, left: string | null, language: 'tr' | 'en') => {
      const rads = radsOfSides('bi-rads', { right, left });
      return rads && radsInWords(rads, language);
    };
    expect(told('4A', '2', 'en')).toEqual({
      line: 'BI-RADS, right breast 4A: low suspicion of malignancy; left breast 2: benign finding; overall 4A',
      recommendation: 'Tissue diagnosis is recommended.',
    });
    expect(told('2', '4A', 'tr')).toEqual({
      line: 'BI-RADS, sağ meme 2: benign bulgu; sol meme 4A: düşük malignite kuşkusu; genel 4A',
      recommendation: 'Doku tanısı önerilir.',
    });
    expect(told(null, '1', 'en')!.line).toBe('BI-RADS, right breast: not assessed; left breast 1: negative');
    expect(told('0', '4', 'tr')).toEqual({
      line: 'BI-RADS, sağ meme 0: değerlendirme tamamlanmadı; sol meme 4: şüpheli; genel kategori seçilmedi',
      recommendation: '',
    });
    expect(told(null, null, 'tr')).toBeNull();
    expect(radsInWords({ system: 'bi-rads', category: '3' }, 'en').line).toBe('BI-RADS 3: probably benign');
  });

  it('say the sizes and intervals of the published recommendations', () => {
    const told = (system: (typeof RADS_SYSTEMS)[number], category: string) =>
      (['tr', 'en'] as const).map((language) =>
        radsInWords({ system, category }, language).recommendation.match(/\d+/g),
      );
    // ACR TI-RADS 2017: aspiration from, follow-up from, and its years.
    expect(told('ti-rads', 'TR3')).toEqual([
      ['25', '15', '1', '3', '5'],
      ['25', '15', '1', '3', '5'],
    ]);
    expect(told('ti-rads', 'TR4')).toEqual([
      ['15', '10', '1', '2', '3', '5'],
      ['15', '10', '1', '2', '3', '5'],
    ]);
    expect(told('ti-rads', 'TR5')).toEqual([
      ['10', '5', '5'],
      ['10', '5', '5'],
    ]);
    // Lung-RADS v2022, in months; PET-CT from 8 mm.
    expect(told('lung-rads', '0')).toEqual([
      ['1', '3'],
      ['1', '3'],
    ]);
    expect(told('lung-rads', '2')).toEqual([['12'], ['12']]);
    expect(told('lung-rads', '3')).toEqual([['6'], ['6']]);
    expect(told('lung-rads', '4A')).toEqual([
      ['3', '8'],
      ['3', '8'],
    ]);
    expect(told('li-rads', 'LR-3')).toEqual([
      ['3', '6'],
      ['3', '6'],
    ]);
    expect(told('bi-rads', '3')).toEqual([['6'], ['6']]);
  });

  it('tell every category with meaning and recommendation in both languages, each once', () => {
    for (const system of RADS_SYSTEMS) {
      const codes = RADS[system].categories.map(({ code }) => code);
      expect(new Set(codes).size).toBe(codes.length);
      for (const category of codes)
        for (const language of ['tr', 'en'] as const) {
          const { line, recommendation } = radsInWords({ system, category }, language);
          expect(line).toMatch(/: .{5,}/);
          expect(recommendation).toMatch(/\.$/);
        }
    }
    expect(radsInWords({ system: 'lung-rads', category: '3' }, 'en')).toEqual({
      line: 'Lung-RADS 3: probably benign',
      recommendation: 'Low-dose CT in 6 months is recommended.',
    });
  });
});
