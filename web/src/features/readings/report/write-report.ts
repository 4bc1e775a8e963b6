import type { reports } from '@duai/contract';
import type { ReportTemplate } from '../../../content/report-templates/template.ts';

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The text with one line more at its end, and as it is where the line stands there. */
export const withLine = (text: string, line: string): string =>
  linesOf(text).includes(line) ? text : [text.trimEnd(), line].filter(Boolean).join('\n');

/** What a template writes goes below what stands there: measurements and typed lines stay. */
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
