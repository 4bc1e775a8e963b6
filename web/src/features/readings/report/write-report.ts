import { type ChosenRads, radsInWords, type reports } from '@duai/contract';
import type { ReportTemplate } from '../../../content/report-templates/template.ts';
import { SECTIONS } from './sections.ts';

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Appends a line to the text, unless the text contains it. */
export const withLine = (text: string, line: string): string =>
  linesOf(text).includes(line) ? text : [text.trimEnd(), line].filter(Boolean).join('\n');

/**
 * The report with another RADS category. What the category before recommends leaves with it, where it stands as it was
 * inserted, and what this one recommends takes its place.
 */
export function withRads(
  { rads: before, recommendations }: Pick<reports.ReportContent, 'rads' | 'recommendations'>,
  rads: ChosenRads | null,
  language: 'tr' | 'en',
): Partial<Pick<reports.ReportContent, 'rads' | 'recommendations'>> {
  const now = rads ? radsInWords(rads, language).recommendation : '';
  // In both languages: the report may have changed its own since.
  const outdated = before
    ? (['tr', 'en'] as const)
        .map((of) => radsInWords(before, of).recommendation)
        .filter((line) => line !== '' && line !== now)
    : [];
  const isOutdated = (line: string) => outdated.includes(line.trim());
  const lines = recommendations.split('\n');
  const at = lines.findIndex(isOutdated);
  if (at === -1) return { rads };
  const isNew = now !== '' && !linesOf(recommendations).includes(now);
  const kept = lines.flatMap((line, index) => (isOutdated(line) ? (index === at && isNew ? [now] : []) : [line]));
  return { rads, recommendations: kept.join('\n') };
}

type Templated = Pick<reports.ReportContent, 'technique' | 'findings' | 'impression'>;

/** Adds the text of a template below the existing text, so that measurements and typed lines are kept. */
export function withTemplate(
  { technique, findings, impression }: Templated,
  template: ReportTemplate['tr'],
): Templated {
  return {
    technique: withLine(technique, template.technique),
    findings: template.findings.reduce(withLine, findings),
    impression: withLine(impression, template.impression),
  };
}

/** Whether a template changes the report: not where all its lines are in it already. */
export const isChange = (before: Templated, after: Templated): boolean =>
  before.technique !== after.technique || before.findings !== after.findings || before.impression !== after.impression;

/**
 * The text after a save. The server writes sentences of the draft in the language that the report has now; a section that was
 * typed in since then keeps what was typed.
 */
export const asStored = (
  written: reports.ReportContent,
  sent: reports.ReportContent,
  stored: reports.ReportContent,
): reports.ReportContent => ({
  ...written,
  ...Object.fromEntries(
    SECTIONS.filter((section) => written[section] === sent[section]).map((section) => [section, stored[section]]),
  ),
});

/**
 * The content as the server keeps it (`storableText`): half a character, as the end of a text that was cut somewhere else, is none
 * there. Without this the text here would never be the one that was saved, and be saved for ever.
 */
export const asKept = (content: reports.ReportContent): reports.ReportContent => ({
  ...content,
  ...Object.fromEntries(SECTIONS.map((section) => [section, keptText(content[section])])),
  keyImages: content.keyImages.map((image) => ({ ...image, caption: keptText(image.caption) })),
});
const keptText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
