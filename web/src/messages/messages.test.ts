import { describe, expect, it } from 'vitest';
import { messages as arabicMessages } from './ar/index.ts';
import { landingTexts as arabicLanding } from './ar/landing.ts';
import { messages as englishMessages } from './en/index.ts';
import { landingTexts as englishLanding } from './en/landing.ts';
import { plural } from './plural.ts';
import { messages as turkishMessages } from './tr/index.ts';
import { landingTexts as turkishLanding } from './tr/landing.ts';

// The landing page carries no React and loads its own texts (enhance/languages.ts).
const turkish = { ...turkishMessages, landing: turkishLanding };
const english = { ...englishMessages, landing: englishLanding };
const arabic = { ...arabicMessages, landing: arabicLanding };

const params = { count: 3, step: 1, total: 3, page: 1, name: 'a.dcm', caseNumber: 'C-1', percent: 5, hours: 24 };

/** Every text of a catalogue under its dotted key, functions called with sample parameters. */
function textsOf(catalogue: object, prefix = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, value]): [string, string][] => {
    if (typeof value === 'string') return [[prefix + key, value]];
    if (typeof value === 'function') return [[prefix + key, String(value(params))]];
    return textsOf(value as object, `${prefix}${key}.`);
  });
}

describe('catalogues', () => {
  const keys = textsOf(turkish).map(([key]) => key);

  it.each([
    ['English', english],
    ['Arabic', arabic],
  ])('%s has exactly the keys of Turkish, none empty', (_name, catalogue) => {
    expect(textsOf(catalogue).map(([key]) => key)).toEqual(keys);
    expect(textsOf(catalogue).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('Turkish says nothing in English words', () => {
    const stray = textsOf(turkish).filter(([, text]) =>
      /\b(the|your|please|and|with|file|upload|sign|case)\b/i.test(text),
    );
    expect(stray).toEqual([]);
  });

  it('Turkish labels of the specification are kept to the letter', () => {
    const { accounts, cases } = turkish;
    expect(accounts.register).toMatchObject({
      submit: 'Hesap Oluştur',
      submitting: 'Kaydediliyor...',
      succeededTitle: 'Kayıt Başarılı',
      failedTitle: 'Kayıt Başarısız',
      failedText: 'Kayıt başarısız',
    });
    expect(accounts.login).toMatchObject({
      succeededTitle: 'Giriş Başarılı',
      failedTitle: 'Giriş Başarısız',
      failedText: 'Giriş başarısız',
    });
    expect(cases).toMatchObject({
      emptyTitle: 'Henüz vaka yok',
      notStated: 'Belirtilmemiş',
      statuses: { uploaded: 'Yüklendi', processing: 'İşleniyor', completed: 'Tamamlandı' },
      urgencies: { urgent: 'Acil', 'semi-urgent': 'Yarı Acil', routine: 'Rutin' },
    });
    expect(cases.form.createdTitle).toBe('Vaka Oluşturuldu');
    expect(cases.upload).toMatchObject({ hint: 'DICOM, JPEG, PNG (max 100MB)', doneTitle: 'Yükleme Tamamlandı' });
  });

  it('counts by the rules of each language', () => {
    expect([1, 2].map((count) => english.cases.imageCount({ count }))).toEqual(['1 image', '2 images']);
    const forms = { zero: 'z', one: 'o', two: 't', few: 'f', many: 'm', other: 'x' };
    expect([0, 1, 2, 3, 11, 100].map((count) => plural('ar', count, forms))).toEqual(['z', 'o', 't', 'f', 'm', 'x']);
  });
});
