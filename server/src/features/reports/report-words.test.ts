import { PREPARED_SUMMARY } from '@duai/contract';
import { describe, expect, it } from 'vitest';
import { LABELS } from '../../compute/render-report-pdf.ts';
import { README } from '../rights/export/readme.ts';
import { TEXT } from './draft-report.ts';

/** Names, formats and loan words that Turkish writes as English does. */
const SHARED =
  'duai sha pdf dcm json fhir bundle access log data cases report utc dicom zip hl7 patient imagingstudy diagnosticreport'.split(
    ' ',
  );
const written = (value: unknown): string => (typeof value === 'function' ? String(value('7', '7')) : String(value));
const wordsOf = (value: unknown) =>
  new Set(
    written(value)
      .toLowerCase()
      .match(/\p{L}{3,}/gu),
  );

describe.each([
  ['labels of the PDF', LABELS.tr, LABELS.en],
  ['texts of a draft', { ...TEXT.tr, summary: PREPARED_SUMMARY.tr }, { ...TEXT.en, summary: PREPARED_SUMMARY.en }],
  ['the first file of a copy of everything', { readme: README.tr }, { readme: README.en }],
])('%s', (_name, turkish: Record<string, unknown>, english: Record<string, unknown>) => {
  it('are the same in both languages, and no English word stands in the Turkish ones', () => {
    expect(Object.keys(turkish)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(turkish)) {
      const known = wordsOf(english[key]);
      const strays = [...wordsOf(text)].filter((word) => known.has(word) && !SHARED.includes(word));
      expect(strays, key).toEqual([]);
    }
  });
});
