import type { reports } from '@duai/contract';
import { diffWordsWithSpace } from 'diff';
import { SECTIONS } from '../sections.ts';

type Section = (typeof SECTIONS)[number];
export interface Words {
  /** Offset in characters; also used as the React key. */
  at: number;
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** The changes from one text to another, by word. */
export function wordsBetween(before: string, after: string): Words[] {
  let at = 0;
  return diffWordsWithSpace(before, after).map(({ value, added, removed }) => {
    const words: Words = { at, kind: added ? 'added' : removed ? 'removed' : 'same', text: value };
    at += value.length;
    return words;
  });
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
