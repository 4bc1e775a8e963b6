import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../algorithms/src/catalogue.ts';
import { flatten, groupsOf, type Placeholder, placeholdersOf, readIfThere, TEXT_LANGUAGES } from './catalogues.ts';
import { compileTexts } from './compile-texts.ts';
import englishWorkplace from './compiled/en/workplace.js';
import turkishPatient from './compiled/tr/patient.js';
import turkishWorkplace from './compiled/tr/workplace.js';
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

  /**
   * The same in every language: column names, values and file names of formats, cited papers, names on keys, and a title in the
   * language of reports.
   */
  const FORMATS = [
    'evaluation.groundTruthForm.twoColumnsStudyStudyInstance',
    'console.users.professionalTitleHelp',
    'evaluation.groundTruth.columns',
    'evaluation.groundTruth.study',
    'evaluation.groundTruth.label',
    'dossier.intervals',
    'rights.copy.cases',
    'rights.copy.bundle',
    'pacs.webReceivers.urlHelp',
    'scans.arrival.ways.c-store',
    'scans.patient.ways.c-store',
    'scans.patient.ways.retrieve',
    'pacs.objects.presentation-state',
    'viewer.hint.move',
  ];

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

  /** Labels whose wording the specification prescribes. */
  const AS_SPECIFIED: readonly RegExp[] = [
    /^patient cases\.upload\.hint$/,
    /^patient accounts\.(register\.|login\.email$)/,
    /^checks rules\.(EMAIL_INVALID|PASSWORDS_DIFFER)$/,
    /^landing /,
    /^workplace institutions\.trialRegistration\./,
    /^workplace portal\.(login|forgotPassword)\./,
    /^workplace scans\.(bulkUploadDialog|uploadScanDialog)\.uploading/,
  ];
  /** Required spellings: one ellipsis, one minus sign, one apostrophe. */
  const SPELLINGS: Record<string, readonly (readonly [wrong: RegExp, right: string])[]> = {
    en: [
      [/(?<![{\w])email/i, 'e-mail'],
      [/organiz|analyz|colors?\b|\bcenter\b(?!\})/i, 'British spelling'],
      [/\b(maker|box of)/i, 'vendor'],
      [/(?<!e-)\bmailed\b/i, 'e-mailed'],
      [/\b(somebody|works? no more|not any more|go(es)? on with)\b/i, 'someone, no longer, continue'],
    ],
    tr: [
      [/(?<![{\w])(eposta|e-?mail)/i, 'e-posta'],
      [/önizleme/i, 'ön izleme'],
      [/yapay zeka(?!\p{L})/iu, 'yapay zekâ'],
      [/\d ?%/, '%12'],
      [/radyologa/i, 'radyoloğa'],
      [/(?<!\p{L})olgu/iu, 'vaka'],
      [/(?<!\p{L})(girin|seçin|deneyin|açın)iz/iu, 'siz: girin, seçin'],
      [/hekimle?r? hattı|yakınma/iu, 'şikâyet'],
      [/süzge[cç]/iu, 'filtre'],
      [/çalışma listesi/iu, 'iş listesi'],
      [/(etiketli|ilgili|kabul) çalışma/iu, 'tetkik, kabul testi'],
      [/denetim izi/iu, 'denetim kaydı'],
      [/denetley(in|ip)/iu, 'kontrol edin'],
      [/(?<!\p{L})onam/iu, 'onay'],
      [/iddia/iu, 'beyan'],
      [/başarım/iu, 'performans'],
      [/veritaban/iu, 'veri tabanı'],
      [/(?<!\p{L})öğe/iu, 'öge'],
      [/(?<!\p{L})öteki/iu, 'diğer'],
      [/(?<!\p{L})ileti(ler|yi|dir)?(?!\p{L})/iu, 'mesaj'],
      [/(?<!\p{L})şifre(?!l)/iu, 'parola'],
    ],
    ar: [],
  };
  const SIGNS: readonly (readonly [wrong: RegExp, right: string])[] = [
    [/\.{3}/, '…'],
    [/\p{Ll} …$/u, 'no space before …'],
    [/(^|[\s(])-\d/, '−'],
    [/\p{L}'\p{L}/u, '’'],
    [/ {2}/, 'one space'],
    [/"/, '“…”'],
    [/[\p{L}\p{N}] [,;:!?](?=\s|$)/u, 'no space before a mark'],
    [/\d(mm|MB|GB|HU)\b/, 'a space before the unit'],
  ];

  it('spells one word one way, with one ellipsis, one minus sign and one apostrophe', () => {
    const found = TEXT_LANGUAGES.flatMap((language) =>
      groups.flatMap((group) =>
        textsOf(language, group).flatMap(([key, text]) =>
          AS_SPECIFIED.some((pattern) => pattern.test(`${group} ${key}`))
            ? []
            : [...SIGNS, ...SPELLINGS[language]!]
                .filter(([wrong]) => wrong.test(text))
                .map(([, right]) => `${language} ${group} ${key}: ${right}`),
        ),
      ),
    );
    expect(found).toEqual([]);
  });

  it('names measurements as the algorithms do', () => {
    const names = Object.assign({}, ...CATALOGUE.map(({ measurementNames }) => measurementNames));
    for (const language of ['tr', 'en'] as const) {
      const { codes } = (language === 'tr' ? turkishWorkplace : englishWorkplace).evaluation.figures;
      expect(codes).toEqual(Object.fromEntries(Object.keys(codes).map((code) => [code, names[code]?.[language]])));
    }
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

/** Names of placeholders and the options of selects. Whether a text uses plurals depends on the language. */
const described = (text: string) =>
  [...placeholdersOf(text)]
    .map(([name, takes]) => ({ name, choices: choicesOf(takes) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
const choicesOf = (takes: Placeholder) => (typeof takes === 'string' ? null : takes);

/** A text without URLs, placeholders and the words of the syntax: names of plural forms and of choices. */
function written(text: string): string {
  const choices = [...placeholdersOf(text).values()].flatMap((takes) => choicesOf(takes) ?? []);
  const syntax = ['zero', 'one', 'two', 'few', 'many', 'other', ...choices].join('|');
  return text.replace(/https?:\S+/g, ' ').replace(new RegExp(`\\{\\w+(, \\w+,?)?|\\b(${syntax}) \\{`, 'g'), ' ');
}

const sources = ['web/src', 'server/src', 'contract/src', 'algorithms/src'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, '..', folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
);
const wordsOfSources = sources.map((source) => new Set(source.match(/[\w$]+(-\w+)*/g)));

const isLookedUp = (level: string | undefined): boolean =>
  sources.some((source) => new RegExp(`\\b${level}(\\)| as [^\\]]+\\))?!?\\[`).test(source));
/** Codes of the imaging package that algorithms pass on, such as what is missing for an uptake. */
const imaging = readdirSync(join(import.meta.dirname, '../imaging/src/pixels'), { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  .join('\n');
const isNamedInImaging = (word: string): boolean => imaging.includes(`'${word}'`);
const isNamed = (word: string | undefined): boolean => wordsOfSources.some((words) => words.has(word!));

/**
 * Keys that no source uses: no source names the key next to its parent level, or looks the parent level up by a variable
 * (`texts.statuses[status]`), whose type determines the keys.
 */
function unused(group: string): string[] {
  return textsOf('en', group)
    .filter(([path]) => {
      const [key, level] = path.split('.').reverse() as [string, string?];
      // Algorithms look up their sentences by the code of the finding.
      if (group === 'algorithms' && (isNamed(key) || isNamedInImaging(key))) return false;
      if (wordsOfSources.some((words) => words.has(key) && (!level || words.has(level)))) return false;
      // If the parent level is passed on as a whole, it may have another name there.
      const handedOn = new RegExp(`\\btexts\\.${key}\\b`);
      if (sources.some((source) => handedOn.test(source))) return false;
      if (isLookedUp(level)) return false;
      // This part of an entry is named after looking up the level above: `mails.templates[name].subject`.
      const above = path.split('.').at(-3);
      return !(
        isLookedUp(above) &&
        wordsOfSources.some((words) => words.has(key) && words.has(above!)) &&
        isNamed(level)
      );
    })
    .map(([path]) => `${group} ${path}`);
}
