import en from '@duai/texts/en/documents';
import tr from '@duai/texts/tr/documents';
import { describe, expect, it } from 'vitest';
import { REPORT_TEMPLATES } from '../../../content/report-templates/templates.ts';
import { isHardToRead, otherLanguageOf } from './writing-hints.ts';

describe('hints while a report is written', () => {
  it('name the other language where a text is written in it', () => {
    const english = 'There is no evidence of a nodule in the right lung. Both lungs are normal.';
    const turkish = 'Sağ akciğerde nodül izlenmedi. Her iki akciğer normaldir ve plevral sıvı yok.';
    expect([otherLanguageOf(english, 'tr'), otherLanguageOf(turkish, 'tr')]).toEqual(['en', null]);
    expect([otherLanguageOf(turkish, 'en'), otherLanguageOf(english, 'en')]).toEqual(['tr', null]);
    // Terms, abbreviations and short lines alone do not identify a language.
    expect(otherLanguageOf('CT chest, 5 mm, right.', 'tr')).toBeNull();
    expect(otherLanguageOf('', 'tr')).toBeNull();
    expect(otherLanguageOf('Sağ üst lobda 6 mm nodül izlendi; no follow-up.', 'tr')).toBeNull();
  });

  it('tell of the short sentences of a Turkish draft in an English report', () => {
    for (const text of [
      tr.draft.notGiven,
      'Toraks BT, B40f, 30 görüntü, kesit kalınlığı 8 mm.',
      'Bu vakayla birlikte önceki bir tetkik gönderilmedi.',
    ])
      expect([text, otherLanguageOf(text, 'en'), otherLanguageOf(text, 'tr')]).toEqual([text, 'tr', null]);
    for (const text of [en.draft.notGiven, 'No earlier examination was sent with this case.'])
      expect([text, otherLanguageOf(text, 'tr'), otherLanguageOf(text, 'en')]).toEqual([text, 'en', null]);
    // A name has letters of its language.
    expect(otherLanguageOf('Compared with the CT of Müller clinic, 3 May 2024.', 'en')).toBeNull();
  });

  it('know the language of every template, so that one in the other language is told', () => {
    for (const { id, ...texts } of REPORT_TEMPLATES)
      for (const [language, other] of [
        ['tr', 'en'],
        ['en', 'tr'],
      ] as const) {
        const { findings, impression } = texts[language];
        expect([id, otherLanguageOf(findings.join('\n'), other)]).toEqual([id, language]);
        expect([id, otherLanguageOf(findings.join('\n'), language)]).toEqual([id, null]);
        // An impression that is only to be filled in tells nothing yet.
        if (!impression.includes('___'))
          expect([impression, otherLanguageOf(impression, other)]).toEqual([impression, language]);
      }
  });

  it('tell plain words from hard ones', () => {
    const plain = 'Akciğerin iyi. Bir sorun yok. Altı ay sonra yine bak. Ağrı olur ise bize gel. Su iç ve yürü.';
    const hard =
      'Bilateral interstisyel değişikliklerin progresyonu değerlendirildiğinde karakteristik radyolojik özelliklerin korelasyonu gerekmektedir.';
    expect([isHardToRead(plain, 'tr'), isHardToRead(`${hard} ${hard}`, 'tr')]).toEqual([false, true]);
    expect(isHardToRead('Your lungs look well. There is no sign of illness. Come back in six months.', 'en')).toBe(
      false,
    );
    expect(
      isHardToRead(
        'Bilateral interstitial abnormalities necessitate multidisciplinary correlation considering radiological progression characteristics immediately thereafter.',
        'en',
      ),
    ).toBe(true);
    expect(isHardToRead('Kısa.', 'tr')).toBeNull();
    // A line is a sentence, whether or not it has a full stop.
    const lines = [
      'Akciğerin iyi',
      'Bir sorun yok',
      'Altı ay sonra yine bak',
      'Ağrı olur ise bize gel',
      'Su iç ve yürü',
    ];
    expect([isHardToRead(lines.join('\n'), 'tr'), isHardToRead(lines.join(' '), 'tr')]).toEqual([false, false]);
    const many = Array.from({ length: 6 }, () => lines).flat();
    expect([isHardToRead(many.join('\n'), 'tr'), isHardToRead(many.join(' '), 'tr')]).toEqual([false, true]);
  });
});

it('short findings without little words are told by the names of what was examined', () => {
  for (const text of [
    'Heart normal. Lungs clear. Mediastinum unremarkable.',
    'Your lungs look healthy on these pictures.',
  ])
    expect([otherLanguageOf(text, 'tr'), otherLanguageOf(text, 'en')], text).toEqual(['en', null]);
  // Of a series whose name is English.
  expect(otherLanguageOf('Toraks BT, Chest Lung 1.0, 300 görüntü, kesit kalınlığı 1 mm.', 'tr')).toBeNull();
});
