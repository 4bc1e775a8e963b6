/** Words that occur in nearly every text of one language and in none of the other (in lower case). */
const COMMON = {
  tr: [
    've bir ile olan olarak için ya da her iki sağ sol yok yoktur vardır değildir mevcut mevcuttur belirgin görünümü',
    'izlenmedi izlendi izlenmektedir saptanmadı saptandı doğal doğaldır normaldir ölçülmüştür bulgu bulgusu patolojik incelemesinde önerilir',
  ].join(' '),
  en: [
    'the and of or is are with no in there was were seen within right left size both either without from shown',
    'evidence finding normal pathological unremarkable recommended enlarged',
    'your you this these which have been lung lungs heart clear chest brain liver kidney kidneys spine bone mild small',
  ].join(' '),
};
type ReportLanguage = keyof typeof COMMON;
const LISTS = { tr: new Set(COMMON.tr.split(' ')), en: new Set(COMMON.en.split(' ')) };

const wordsOf = (text: string, language: ReportLanguage): string[] =>
  text.toLocaleLowerCase(language).match(/\p{L}+/gu) ?? [];

/** Turkish alone has these of the two; one such word may be a name. */
const TURKISH_LETTER = /[çğıöşü]/u;
/** What a draft says where nothing was told. */
const NOT_GIVEN = { tr: 'Belirtilmedi.', en: 'Not given.' };

/** Shorter texts cannot be judged. */
const FEWEST_WORDS = 5;

/** The other language, if a text seems to be written in it instead of the report's; null otherwise. */
export function otherLanguageOf(text: string, language: ReportLanguage): ReportLanguage | null {
  const other = language === 'tr' ? 'en' : 'tr';
  if (text.trim() === NOT_GIVEN[other]) return other;
  const isOf = (word: string, of: ReportLanguage) => LISTS[of].has(word) || (of === 'tr' && TURKISH_LETTER.test(word));
  const count = (of: ReportLanguage) => wordsOf(text, of).filter((word) => isOf(word, of)).length;
  const words = wordsOf(text, language).length;
  const [own, foreign] = [count(language), count(other)];
  return words >= FEWEST_WORDS && foreign >= 2 && foreign > 2 * own ? other : null;
}

const VOWELS = { tr: /[aeıioöuüâîû]/giu, en: /[aeiouy]+/giu };
const syllablesIn = (word: string, language: ReportLanguage): number => word.match(VOWELS[language])?.length ?? 0;

/**
 * Whether a text is difficult for patients: below 50 of 100 by Ateşman (Dil Dergisi 1997;58:71) for Turkish and by Flesch (J
 * Appl Psychol 1948;32:221) for English. Null if it is too short to judge.
 */
export function isHardToRead(text: string, language: ReportLanguage): boolean | null {
  const words = wordsOf(text, language);
  if (words.length < 12) return null;
  const sentences = Math.max(1, text.split(/[.!?…]+(?:\s|$)|\n/u).filter((each) => /\p{L}/u.test(each)).length);
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllablesIn(word, language)), 0);
  const [perWord, perSentence] = [syllables / words.length, words.length / sentences];
  const ease =
    language === 'tr'
      ? 198.825 - 40.175 * perWord - 2.61 * perSentence
      : 206.835 - 84.6 * perWord - 1.015 * perSentence;
  return ease < 50;
}
