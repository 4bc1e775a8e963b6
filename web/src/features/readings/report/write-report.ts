import type { reports } from '@duai/contract';
import type { ReportTemplate } from '../../../content/report-templates/template.ts';

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Appends a line to the text, unless the text contains it. */
export const withLine = (text: string, line: string): string =>
  linesOf(text).includes(line) ? text : [text.trimEnd(), line].filter(Boolean).join('\n');

/** Adds the text of a template below the existing text, so that measurements and typed lines are kept. */
export function withTemplate(
  { technique, findings, impression }: Pick<reports.ReportContent, 'technique' | 'findings' | 'impression'>,
  template: ReportTemplate['tr'],
): Pick<reports.ReportContent, 'technique' | 'findings' | 'impression'> {
  return {
    technique: withLine(technique, template.technique),
    findings: template.findings.reduce(withLine, findings),
    impression: withLine(impression, template.impression),
  };
}
