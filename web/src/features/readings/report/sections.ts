import { reports } from '@duai/contract';

/** Sections of a report in reading order, the patient's summary last. */
export const SECTIONS = [...reports.REPORT_SECTIONS, 'plainSummary'] as const;
