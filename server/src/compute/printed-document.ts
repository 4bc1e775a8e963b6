import type { DocumentLanguage } from '../core/texts.ts';

/** A printed document of the trial portal: what it says, not how it looks (compute/render-document-pdf.ts). */
export interface PrintedDocument {
  language: DocumentLanguage;
  title: string;
  /** ISO 8601: the time that stands in the file; the same input gives the same bytes. */
  at: string;
  facts: readonly (readonly [label: string, value: string])[];
  sections: readonly {
    heading: string;
    paragraphs?: readonly string[];
    table?: {
      columns: readonly string[];
      /** Widths of the columns, relative to each other; equal without. */
      shares?: readonly number[];
      rows: readonly (readonly string[])[];
    };
  }[];
  footer: string;
}

/** A page or two: while a request waits. */
export const PRINT_TIMEOUT_MS = 30_000;
