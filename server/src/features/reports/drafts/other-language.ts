import { reports as contract } from '@duai/contract';

/**
 * The content with each line that stands in one draft replaced by that of the other, which has the same sentences in another
 * language. Lines that the radiologist wrote or changed stay, and so does a section whose drafts differ in their lines.
 */
export function inOtherLanguage(
  content: contract.ReportContent,
  from: contract.ReportContent,
  to: contract.ReportContent,
): contract.ReportContent {
  const sections = [...contract.REPORT_SECTIONS, 'plainSummary' as const].map((section) => {
    const [lines, others] = [from[section].split('\n'), to[section].split('\n')];
    if (lines.length !== others.length) return [section, content[section]];
    const other = new Map(lines.map((line, at) => [line, others[at]]));
    return [
      section,
      content[section]
        .split('\n')
        .map((line) => other.get(line) ?? line)
        .join('\n'),
    ];
  });
  return { ...content, ...Object.fromEntries(sections) };
}
