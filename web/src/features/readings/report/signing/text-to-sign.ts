import { isWritten, reports, type studies } from '@duai/contract';
import { SECTIONS } from '../sections.ts';

type Text = Pick<reports.ReportContent, 'findings' | 'impression'>;

/**
 * Whose words findings and impression are: nobody's where one is empty, the radiologist's where both were written or changed,
 * otherwise the AI draft's in the sections that nobody has changed.
 */
export function authorOf(
  text: Text,
  drafted: Text,
): 'nobody' | 'reader' | 'draft' | 'draft-findings' | 'draft-impression' {
  if (!isWritten(text.findings) || !isWritten(text.impression)) return 'nobody';
  const isDrafts = (section: keyof Text) => text[section].trim() === drafted[section].trim();
  if (isDrafts('findings')) return isDrafts('impression') ? 'draft' : 'draft-findings';
  return isDrafts('impression') ? 'draft-impression' : 'reader';
}

/** A blank of a template, however long a reader made it. */
const GAPS = new RegExp(`${reports.REPORT_GAP}_*`, 'g');

/** The sections in which blanks are left, with their number and the place of the first one. */
export const gapsIn = (content: Pick<reports.ReportContent, (typeof SECTIONS)[number]>) =>
  SECTIONS.flatMap((section) => {
    const gaps = [...content[section].matchAll(GAPS)];
    const [first] = gaps;
    return first ? [{ section, count: gaps.length, start: first.index, end: first.index + first[0].length }] : [];
  });

/** Earlier cases that were signed after the draft, without those that the text names by now. */
export const unnamedPriors = (
  laterPriors: studies.Reading['laterPriors'],
  { comparison }: Pick<reports.ReportContent, 'comparison'>,
): studies.Reading['laterPriors'] => laterPriors.filter(({ caseNumber }) => !comparison.includes(caseNumber));
