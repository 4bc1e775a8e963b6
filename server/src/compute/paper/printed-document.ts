import type { DocumentLanguage } from '../../core/texts.ts';

/** The content of a printed document of the trial portal; compute/paper/render-document-pdf.ts decides how it looks. */
export interface PrintedDocument {
  language: DocumentLanguage;
  title: string;
  /** ISO 8601: the creation time of the file, given so that the same input gives the same bytes. */
  at: string;
  facts: readonly (readonly [label: string, value: string])[];
  sections: readonly {
    heading: string;
    paragraphs?: readonly string[];
    table?: {
      columns: readonly string[];
      /** Relative widths of the columns; equal where not given. */
      shares?: readonly number[];
      rows: readonly (readonly string[])[];
    };
  }[];
  footer: string;
}

/** Time limit for a page or two, printed while a request waits. */
export const PRINT_TIMEOUT_MS = 30_000;
