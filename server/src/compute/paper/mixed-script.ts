/**
 * Orders text with Arabic letters for printing: pdfkit sets words from left to right, whatever their script. The rules are
 * those of the Unicode Bidirectional Algorithm (UAX #9) for a paragraph from left to right without explicit embeddings:
 * our printed documents are Turkish or English, and Arabic stands in them as names and quotations.
 */
const PIECES = /[\p{Script=Arabic}\p{M}\u200c\u200d]+|\s+|[^\s\p{Script=Arabic}\p{M}\u200c\u200d]+/gu;
const MIRRORED: Readonly<Record<string, string>> = {
  ...{ '(': ')', ')': '(', '[': ']', ']': '[' },
  ...{ '«': '»', '»': '«', '{': '}', '}': '{' },
};

type Direction = 'left' | 'right' | 'neutral';
export interface PrintedRun {
  readonly text: string;
  readonly isArabic: boolean;
}

export const hasArabic = (text: string): boolean => /\p{Script=Arabic}/u.test(text);

/** Letters have a direction; digits keep theirs within Arabic too, and take their place as signs and spaces do. */
function directionOf(piece: string): Direction {
  if (hasArabic(piece)) return 'right';
  return /\p{L}/u.test(piece) ? 'left' : 'neutral';
}

/** The pieces of one line from left to right. Arabic pieces have their letters in the order of reading. */
export function inPrintedOrder(line: string): PrintedRun[] {
  const pieces = line.match(PIECES) ?? [];
  const directions = pieces.map(directionOf);
  const [from, to] = [directions.indexOf('right'), directions.lastIndexOf('right')];
  const runs: PrintedRun[] = [];
  let backwards: PrintedRun[] = [];
  const endBackwards = () => {
    runs.push(...backwards.reverse());
    backwards = [];
  };
  for (const [index, text] of pieces.entries()) {
    // What has no direction of its own goes with the Arabic on both sides of it (rules N1 and N2).
    const next = directions.slice(index).find((direction) => direction !== 'neutral');
    const isBackwards =
      directions[index] === 'right' ||
      (directions[index] === 'neutral' && backwards.length > 0 && next === 'right' && from < index && index < to);
    if (isBackwards) {
      backwards.push({ text: hasArabic(text) ? text : mirrored(text), isArabic: hasArabic(text) });
    } else {
      endBackwards();
      runs.push({ text, isArabic: false });
    }
  }
  endBackwards();
  return runs;
}

/** Brackets open towards the text that follows (rule L4). */
const mirrored = (text: string): string => [...text].map((sign) => MIRRORED[sign] ?? sign).join('');

/** Breaks a paragraph between words; a word that is wider than a line is broken between letters. */
export function brokenIntoLines(paragraph: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && widthOf(line + letter) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** No word of a language has 60 letters, and no line of a page is shorter than a part. */
const LONG_WORD = /\S{60,}/gu;
const PART = 40;

/** Spaces at which lines do not break (Unicode line breaking, classes GL and WJ); pasted text often has them between all words. */
const GLUE = /[\u00a0\u2007\u202f\ufeff]/gu;
const GLUED_WORDS = /[\S\u00a0\u2007\u202f\ufeff]{60,}/gu;

/**
 * The text with places to break where a line has none: what sets the page looks for one letter by letter, each time from the
 * start, which takes a minute for 20,000 letters. Words that spaces hold together get spaces that do not, and words that are
 * too long for a line get U+200B, which has no width.
 */
export const withBreaks = (text: string): string =>
  text
    .replaceAll(GLUED_WORDS, (words) => words.replaceAll(GLUE, ' '))
    .replaceAll(LONG_WORD, (word) =>
      [...word].reduce((parts, letter, at) => parts + (at > 0 && at % PART === 0 ? '\u200b' : '') + letter, ''),
    );
