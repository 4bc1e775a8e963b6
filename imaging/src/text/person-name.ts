import { type Alphabet, latinForms } from './transliterate.ts';

/** A name as typed. */
export interface WrittenName {
  firstName: string;
  lastName: string;
}

/**
 * `alike`: counts as the same person only if the date of birth is equal too. All parts of the shorter name, at least two,
 * occur in the longer one (one has an additional given name), or one of the names is in Arabic, Cyrillic or Greek letters and
 * the other in Latin ones.
 */
export type NameComparison = 'same' | 'alike' | 'other';

/**
 * Compares a Person Name in a header (PN, PS3.5 section 6.2.1) with a typed name. Case, accents, the order of the parts, the
 * system of transliteration, prefix and suffix are ignored. The best match of the alphabetic, ideographic and phonetic groups
 * counts.
 */
export function comparePersonName(pn: string, name: WrittenName): NameComparison {
  const outcomes = pn
    .split('=')
    .map((group) => group.split('^').slice(0, 3).join(' ').trim())
    .filter(Boolean)
    .map((group) => compareGroup(group, name));
  return (['same', 'alike'] as const).find((outcome) => outcomes.includes(outcome)) ?? 'other';
}

function compareGroup(group: string, { firstName, lastName }: WrittenName): NameComparison {
  const name = `${firstName} ${lastName}`;
  const [script, wanted] = [scriptOf(group), scriptOf(name)];
  const alphabet = [script, wanted].find((one): one is Alphabet => one === 'cyrillic' || one === 'greek');
  if (script !== wanted && alphabet && [script, wanted].includes('latin')) {
    // Different names may have the same transliteration.
    return compareParts(partsOf(group, alphabet), partsOf(name, alphabet)) === 'other' ? 'other' : 'alike';
  }
  if (script !== wanted) {
    const isAcross = [script, wanted].includes('arabic') && [script, wanted].includes('latin');
    return isAcross && hasSameSkeleton(group, firstName, lastName) ? 'alike' : 'other';
  }
  if (script === 'unsegmented') {
    const isSame = [lastName + firstName, firstName + lastName].map(lettersOf).includes(lettersOf(group));
    return isSame ? 'same' : 'other';
  }
  return compareParts(partsOf(group), partsOf(name));
}

function compareParts(one: Part[], other: Part[]): NameComparison {
  const [shorter, longer] = [one, other].sort((a, b) => a.length - b.length) as [Part[], Part[]];
  if (shorter.length === 0 || !shorter.every((part) => isAmong(part, longer))) return 'other';
  if (longer.every((part) => isAmong(part, shorter))) return 'same';
  return shorter.length >= 2 ? 'alike' : 'other';
}

/** Chinese, Japanese and Korean names are not reliably separated by spaces. */
function scriptOf(text: string): Alphabet | 'latin' | 'arabic' | 'unsegmented' | 'other' {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)) return 'unsegmented';
  if (/\p{Script=Arabic}/u.test(text)) return 'arabic';
  if (/\p{Script=Cyrillic}/u.test(text)) return 'cyrillic';
  if (/\p{Script=Greek}/u.test(text)) return 'greek';
  return /\p{Script=Latin}/u.test(text) ? 'latin' : 'other';
}

const lettersOf = (text: string): string => text.normalize('NFKC').replace(/\P{L}/gu, '');

/** A part of a name, in its possible spellings. */
type Part = readonly string[];
const isAmong = (part: Part, others: readonly Part[]): boolean =>
  others.some((other) => other.some((form) => part.includes(form)));

/** In Turkish, the capital of ı is I; both become i below, as does İ. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFC')
    .toLocaleLowerCase('tr')
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean);

/** Two letters for one, as in passports (ICAO Doc 9303 part 3, section 6). */
const EXPANDED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };
/** Letters that do not decompose into a letter and an accent, and Arabic letters that are used interchangeably. */
const PLAIN: Readonly<Record<string, string>> = {
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ى: 'ي',
  ة: 'ه',
  ـ: '',
};

const replaced = (text: string, letters: Readonly<Record<string, string>>): string =>
  [...text].map((letter) => letters[letter] ?? letter).join('');
const plain = (text: string): string => replaced(text.normalize('NFKD').replace(/\p{M}/gu, ''), PLAIN);
const partsOf = (name: string, alphabet?: Alphabet): Part[] =>
  wordsOf(name).map((word) => [
    plain(word),
    plain(replaced(word, EXPANDED)),
    ...(alphabet ? latinForms(word, alphabet).map(plain) : []),
  ]);

/** Groups of consonants that sound alike: Arabic writes few vowels, and Latin spellings follow the sound. */
const ARABIC_SOUNDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    b: 'بپ',
    t: 'تطث',
    g: 'جغگ',
    h: 'حه',
    k: 'خقكک',
    d: 'دض',
    z: 'ذزظ',
    r: 'ر',
    s: 'سص',
    x: 'شچ',
    f: 'ف',
    l: 'ل',
    m: 'م',
    n: 'ن',
  }).flatMap(([sound, letters]) => [...letters].map((letter) => [letter, sound])),
);
const LATIN_SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/sch|sh|ch/g, 'x'],
  [/kh|q|c/g, 'k'],
  [/gh|dj|j/g, 'g'],
  [/dh/g, 'z'],
  [/th/g, 't'],
  [/p/g, 'b'],
  [/v/g, 'f'],
  [/[^bdfghklmnrstxz]/g, ''],
];
const ARTICLES = ['al', 'el', 'ul'];

/** A skeleton of fewer consonants is not specific enough. */
const FEWEST_CONSONANTS = 4;

/** Names in Arabic and in Latin letters are alike if only their vowels differ; this holds for Hasan and Husayn too. */
function hasSameSkeleton(group: string, firstName: string, lastName: string): boolean {
  const [first, last] = [skeletonOf(firstName), skeletonOf(lastName)];
  const found = skeletonOf(group);
  return found.length >= FEWEST_CONSONANTS && [first + last, last + first].includes(found);
}

const skeletonOf = (name: string): string =>
  wordsOf(name)
    .map((word) => (scriptOf(word) === 'arabic' ? arabicSkeleton(plain(word)) : latinSkeleton(word)))
    .map((word) => word.replace(/(.)\1+/g, '$1'))
    .join('');

const arabicSkeleton = (word: string): string =>
  [...word.replace(/^ال(?=..)/, '').replace(/ه$/, '')].map((letter) => ARABIC_SOUNDS[letter] ?? '').join('');

const latinSkeleton = (word: string): string =>
  ARTICLES.includes(word)
    ? ''
    : LATIN_SOUNDS.reduce(
        (text, [letters, sound]) => text.replace(letters, sound),
        plain(word.replaceAll('ş', 'sh').replaceAll('ç', 'ch')).replace(/h$/, ''),
      );
