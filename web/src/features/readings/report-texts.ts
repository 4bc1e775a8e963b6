import { reports } from '@duai/contract';

/** Sections of a report in reading order, the patient's summary last. */
export const SECTIONS = [...reports.REPORT_SECTIONS, 'plainSummary'] as const;
export const SECTION_LABELS: Record<(typeof SECTIONS)[number], string> = {
  clinicalInformation: 'Clinical information',
  technique: 'Technique',
  comparison: 'Comparison',
  findings: 'Findings',
  impression: 'Impression',
  recommendations: 'Recommendations',
  plainSummary: 'Summary for the patient, in plain words',
};
export const AGREEMENT_LABELS = {
  concordant: 'Concordant',
  'minor-difference': 'Minor difference',
  'major-difference': 'Major difference',
} as const satisfies Record<(typeof reports.AGREEMENTS)[number], string>;
