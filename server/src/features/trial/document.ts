/** A printed document of the trial portal: what it says, not how it looks (compute/render-document-pdf.ts). */
export interface PrintedDocument {
  title: string;
  /** ISO 8601: the time that stands in the file; the same input gives the same bytes. */
  at: string;
  facts: readonly (readonly [label: string, value: string])[];
  sections: readonly {
    heading: string;
    paragraphs?: readonly string[];
    table?: { columns: readonly string[]; rows: readonly (readonly string[])[] };
  }[];
  footer: string;
}

/** RFC 4180; a cell that a spreadsheet would run as a formula gets an apostrophe before it (OWASP, CSV injection). */
export function toCsv(columns: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null) => {
    if (typeof value === 'number') return String(value);
    const text = value ?? '';
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `${[columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

export const DISCLAIMER = 'AI-assisted, for research and decision support. Not a diagnosis.';
