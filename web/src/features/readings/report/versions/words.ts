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
  let at = 0;
  const changes = diffWordsWithSpace(before, after, FEW) ?? diffLines(before, after, FEW) ?? wholeOf(before, after);
  return changes.map(({ value, added, removed }) => {
    const words: Words = { at, kind: added ? 'added' : removed ? 'removed' : 'same', text: value };
    at += value.length;
    return words;
  });
}

const wholeOf = (before: string, after: string): Pick<Change, 'value' | 'added' | 'removed'>[] => [
  { value: before, added: false, removed: true },
  { value: after, added: true, removed: false },
];

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
