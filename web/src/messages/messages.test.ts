import { describe, expect, it } from 'vitest';
import { messages as arabicMessages } from './ar/index.ts';
import { landingTexts as arabicLanding } from './ar/landing.ts';
import { messages as englishMessages } from './en/index.ts';
import { landingTexts as englishLanding } from './en/landing.ts';
import { plural } from './plural.ts';
import { messages as turkishMessages } from './tr/index.ts';
import { landingTexts as turkishLanding } from './tr/landing.ts';
import { textsOf, wordsOf } from './words.ts';

// The landing page carries no React and loads its own texts (enhance/languages.ts).
const turkish = { ...turkishMessages, landing: turkishLanding };
const english = { ...englishMessages, landing: englishLanding };
const arabic = { ...arabicMessages, landing: arabicLanding };

describe('catalogues', () => {
  const keys = textsOf(turkish).map(([key]) => key);

  it.each([
    ['English', english],
    ['Arabic', arabic],
  ])('%s has exactly the keys of Turkish, none empty', (_name, catalogue) => {
    expect(textsOf(catalogue).map(([key]) => key)).toEqual(keys);
    expect(textsOf(catalogue).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('Turkish shares no word with the English of the same text', () => {
    const originals = new Map(textsOf(english));
    const stray = textsOf(turkish).flatMap(([key, text]) => {
      const words = wordsOf(originals.get(key)!);
      return [...wordsOf(text)].filter((word) => words.has(word)).map((word) => `${key}: ${word}`);
    });
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
