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
/** What to write, at the field: a patient reads it first, and often nothing else. */
export const SUMMARY_HELP =
  'Three to six short sentences a twelve-year-old understands: what you saw, what it means, what to do next. No abbreviations.';
export const AGREEMENT_LABELS = {
  concordant: 'Concordant',
  'minor-difference': 'Minor difference',
  'major-difference': 'Major difference',
} as const satisfies Record<(typeof reports.AGREEMENTS)[number], string>;

export const GENDER_NAMES: Readonly<Record<string, string>> = { male: 'Male', female: 'Female', other: 'Other' };
