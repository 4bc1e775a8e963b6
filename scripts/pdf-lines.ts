/**
 * The lines of a tagged PDF in reading order, as a screen reader gets them: the replacement texts (ActualText, ISO 32000-1
 * section 14.9.4) of a document that DUAI printed.
 */
export function pdfLines(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes).toString('latin1');
  // A literal string (section 7.3.4.2): a backslash escapes the next character.
  return [...file.matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g)].map(([, literal]) => textOf(literal!));
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** PDFDocEncoding if it is ASCII, otherwise UTF-16BE with a byte order mark (section 7.9.2.2). */
function textOf(literal: string): string {
  const plain = literal.replace(/\\([\s\S])/g, (_, kept: string) => ESCAPED[kept] ?? kept);
  if (!plain.startsWith('\u00fe\u00ff')) return plain;
  return Buffer.from(plain.slice(2), 'latin1').swap16().toString('utf16le');
}
