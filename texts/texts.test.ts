import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flatten, groupsOf, type Placeholder, placeholdersOf, readIfThere, TEXT_LANGUAGES } from './catalogues.ts';
import { compileTexts } from './compile-texts.ts';
import turkishPatient from './compiled/tr/patient.js';
import { TWO_LANGUAGES } from './two-languages.ts';
import { wordsOf } from './words.ts';

const catalogues = Object.fromEntries(TEXT_LANGUAGES.map((language) => [language, groupsOf(language)]));
const groups = [...catalogues.tr!.keys()];
const textsOf = (language: string, group: string) => flatten(catalogues[language]!.get(group) ?? {});

describe('the catalogue of texts', () => {
  it('[HSE-003] has each key in every language, none empty and none unused', () => {
    for (const group of groups) {
      const keys = textsOf('tr', group).map(([key]) => key);
      expect(new Set(keys).size, group).toBe(keys.length);
      for (const language of TWO_LANGUAGES.has(group) ? ['en'] : ['en', 'ar'])
        expect(
          textsOf(language, group)
            .map(([key]) => key)
            .sort(),
          `${language} ${group}`,
        ).toEqual(keys.toSorted());
      expect([...catalogues.ar!.keys()].includes(group), group).toBe(!TWO_LANGUAGES.has(group));
    }
    expect(groups).toEqual([...catalogues.en!.keys()]);
    const everyText = TEXT_LANGUAGES.flatMap((language) => groups.flatMap((group) => textsOf(language, group)));
    expect(everyText.filter(([, text]) => text.trim() === '')).toEqual([]);
    expect(groups.flatMap((group) => unused(group))).toEqual([]);
  });

  it('[HSE-003] has the same placeholders in every language', () => {
    for (const group of groups) {
      const english = new Map(textsOf('en', group));
      for (const language of ['tr', 'ar'])
        for (const [key, text] of textsOf(language, group))
          expect(described(text), `${language} ${group} ${key}`).toEqual(described(english.get(key) ?? ''));
    }
  });

  it('is compiled as it is written (npm run texts)', () => {
    for (const [path, content] of compileTexts()) expect(readIfThere(path), path).toBe(content);
  });

  /** Column names and values of the CSV file are the same in every language. */
  const FORMATS = ['evaluation.groundTruthForm.twoColumnsStudyStudyInstance'];

  it('carries no English word in Turkish', () => {
    const strays = groups.flatMap((group) => {
      const english = new Map(textsOf('en', group));
      return textsOf('tr', group).flatMap(([key, text]) => {
        if (FORMATS.includes(key)) return [];
        const words = wordsOf(written(english.get(key)!));
        return [...wordsOf(written(text))].filter((word) => words.has(word)).map((word) => `${group} ${key}: ${word}`);
      });
    });
    expect(strays).toEqual([]);
  });

  it('keeps the Turkish labels of the specification to the letter', () => {
    const { accounts, cases } = turkishPatient;
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
});

/** Names of placeholders, and what a select chooses from. Whether a text counts is up to the language. */
const described = (text: string) =>
  [...placeholdersOf(text)]
    .map(([name, takes]) => ({ name, choices: choicesOf(takes) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
const choicesOf = (takes: Placeholder) => (typeof takes === 'string' ? null : takes);

/** A text without addresses, its placeholders and the words of its syntax. */
const written = (text: string) =>
  text.replace(/https?:\S+/g, ' ').replace(/\{\w+(, \w+,?)?|\b(zero|one|two|few|many|other) \{/g, ' ');

const sources = ['web/src', 'server/src', 'contract/src', 'algorithms/src'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, '..', folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
);
const wordsOfSources = sources.map((source) => new Set(source.match(/[\w$]+(-\w+)*/g)));

/**
 * Keys that no source uses: none names the key beside the level that holds it, and no source looks that level up by a
 * variable (`texts.statuses[status]`), where the type says which keys there are.
 */
function unused(group: string): string[] {
  return textsOf('en', group)
    .filter(([path]) => {
      const [key, level] = path.split('.').reverse() as [string, string?];
      if (wordsOfSources.some((words) => words.has(key) && (!level || words.has(level)))) return false;
      // Handed on as a whole, the level has another name.
      const handedOn = new RegExp(`\\btexts\\.${key}\\b`);
      if (sources.some((source) => handedOn.test(source))) return false;
      const lookUp = new RegExp(`\\b${level}(\\)| as [^\\]]+\\))?!?\\[`);
      return !sources.some((source) => lookUp.test(source));
    })
    .map(([path]) => `${group} ${path}`);
}
