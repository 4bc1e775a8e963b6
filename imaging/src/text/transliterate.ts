import { itemAt } from '../values.ts';

/** Scripts with standards for transliteration to Latin letters. */
export type Alphabet = 'cyrillic' | 'greek';

/**
 * The possible Latin transliterations of a lower-case Cyrillic or Greek word: the standards treat some letters differently,
 * and registers follow any of them. The caller handles accents.
 */
export const latinForms = (word: string, alphabet: Alphabet): string[] =>
  alphabet === 'greek' ? [elot743(word), written(word.normalize('NFD'), GREEK)] : cyrillicForms(word);

/** The letters that all standards share; ISO 9:1995 maps one letter to one, with accents, which are left out here. */
const ISO_9: Readonly<Record<string, string>> = {
  ...letters('абвгдезиклмнопрстуфхцы', 'abvgdeziklmnoprstufhcy'),
  ...letters('ґђѓєѕіїјћќўџ', 'gdgeziijckud'),
  ...letters('ёжйчшщэюя', 'ezjcsseua'),
  љ: 'l',
  њ: 'n',
  ь: '',
  ъ: '',
};
/** ISO/R 9 of 1968, as used in libraries and German texts. */
const ISO_R9: Readonly<Record<string, string>> = { ...ISO_9, ...{ х: 'ch', щ: 'sc', ю: 'ju', я: 'ja' } };
/** Differences in passports (ICAO Doc 9303 part 3, section 6 B). */
const ICAO: Readonly<Record<string, string>> = {
  ...ISO_9,
  ...{ ж: 'zh', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: 'ie', ю: 'iu', я: 'ia', й: 'i', є: 'ie', ї: 'i' },
  ...{ ѕ: 'dz', љ: 'lj', њ: 'nj', џ: 'dz' },
};
/** English spelling of Russian and Ukrainian (BGN/PCGN), with the usual short endings. */
const ENGLISH: Readonly<Record<string, string>> = {
  ...ICAO,
  ...{ ё: 'yo', й: 'y', ъ: '', ю: 'yu', я: 'ya', є: 'ye', ї: 'yi' },
};
/** Serbian and Macedonian in their own Latin alphabets. */
const SERBIAN: Readonly<Record<string, string>> = { ...ISO_9, љ: 'lj', њ: 'nj', џ: 'dz', ђ: 'd', ѕ: 'dz' };
/** Ukrainian transliterates two letters differently (resolution 55 of 2010). */
const ukrainian = (table: Readonly<Record<string, string>>) => ({ ...table, г: 'h', и: 'y' });

function cyrillicForms(word: string): string[] {
  const tables = [ISO_9, ISO_R9, ICAO, ENGLISH, SERBIAN, ukrainian(ICAO), ukrainian(ENGLISH)];
  const forms = tables.map((table) => written(word, table));
  // Short ending: Дмитрий as Dmitry besides Dmitriy.
  return [
    ...new Set([...forms, written(word.replace(/[иы]й$/, 'й'), ENGLISH), written(word.replace(/е/g, 'є'), ENGLISH)]),
  ];
}

/** ELOT 743, transcription: pairs of letters are written as pronounced. */
const GREEK: Readonly<Record<string, string>> = {
  ...letters('αβγδεζηικλμνοπρσςτυφω', 'avgdeziiklmnoprsstyfo'),
  θ: 'th',
  ξ: 'x',
  χ: 'ch',
  ψ: 'ps',
};
const VOICED = 'αεηιουωβγδζλμνρ';

function elot743(word: string): string {
  // A diaeresis, or an accent on the first of two vowels, separates them.
  const apart = word
    .normalize('NFD')
    .replace(/([αεηο])\u0301([ιυ])/g, '$1|$2')
    .replace(/([αεηο])([ιυ])\u0308/g, '$1|$2')
    .replace(/[\u0300-\u036f]/g, '');
  const heard = apart
    .replace(/ου/g, 'ou')
    .replace(
      /([αεη])υ(.|$)/g,
      (_, vowel: string, next: string) => `${vowel}${VOICED.includes(next) && next ? 'v' : 'f'}${next}`,
    )
    .replace(/γγ/g, 'ng')
    .replace(/γξ/g, 'nx')
    .replace(/γχ/g, 'nch')
    .replace(/^μπ|μπ$/g, 'b')
    .replaceAll('|', '');
  return written(heard, GREEK);
}

const written = (word: string, table: Readonly<Record<string, string>>): string =>
  [...word].map((letter) => table[letter] ?? letter).join('');

function letters(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, index) => [letter, itemAt(to, index)]));
}
