import { reports } from '@duai/contract';
import { type Change, diffLines, diffWordsWithSpace } from 'diff';
import { SECTIONS } from '../sections.ts';

type Section = (typeof SECTIONS)[number];
export interface Words {
  /** Offset in characters; also used as the React key. */
  at: number;
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** The work of a comparison grows with the changes times the length of the texts: with so many, the page stands for some 50 ms. */
const FEW = { maxEditLength: 600 };

/** The changes from one text to another, by word; of texts that have little in common by line, or as a whole. */
export function wordsBetween(before: string, after: string): Words[] {
  const byWord = diffWordsWithSpace(before, after, FEW);
  const changes = byWord ? withoutLoneSpaces(byWord) : (diffLines(before, after, FEW) ?? wholeOf(before, after));
  let at = 0;
  return changes.map(({ value, added, removed }) => {
    const words: Words = { at, kind: added ? 'added' : removed ? 'removed' : 'same', text: value };
    at += value.length;
    return words;
  });
}

type Piece = Pick<Change, 'value' | 'added' | 'removed'>;

const wholeOf = (before: string, after: string): Piece[] => [
  { value: before, added: false, removed: true },
  { value: after, added: true, removed: false },
];

/** A space between changed words goes with them: alone in common, it would lay the words of two sentences into each other. */
function withoutLoneSpaces(changes: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  let [before, after] = ['', ''];
  const close = () => {
    pieces.push(...wholeOf(before, after).filter(({ value }) => value !== ''));
    [before, after] = ['', ''];
  };
  for (const [at, change] of changes.entries()) {
    const isChanged = change.added || change.removed;
    const isBetween = at > 0 && at < changes.length - 1 && /^[^\S\n]*$/.test(change.value);
    if (isChanged || isBetween) {
      if (!change.added) before += change.value;
      if (!change.removed) after += change.value;
    } else {
      close();
      pieces.push(change);
    }
  }
  close();
  return pieces;
}

/** The sections that differ, with their changes by word. */
export const changesBetween = (
  before: Pick<reports.ReportContent, Section>,
  after: Pick<reports.ReportContent, Section>,
): { section: Section; words: Words[] }[] =>
  SECTIONS.filter((section) => before[section] !== after[section]).map((section) => ({
    section,
    words: wordsBetween(before[section], after[section]),
  }));

/** What a reader chooses in a report, beside its text. */
const CHOICES = ['agreement', 'rads', 'keyImages'] as const;
type Choice = (typeof CHOICES)[number];

/** The choices that differ; key images also by order and caption. */
export function choicesBetween(
  before: Pick<reports.ReportContent, Choice>,
  after: Pick<reports.ReportContent, Choice>,
): Choice[] {
  const [from, to] = [namesOf(before), namesOf(after)];
  return CHOICES.filter((choice) => from[choice] !== to[choice]);
}

const namesOf = ({ agreement, rads, keyImages }: Pick<reports.ReportContent, Choice>): Record<Choice, string> => ({
  agreement: agreement ?? '',
  rads: rads ? JSON.stringify([rads.system, rads.category, rads.sides?.right, rads.sides?.left]) : '',
  keyImages: JSON.stringify(keyImages.map((image) => [reports.nameOfKeyImage(image), image.caption])),
});
