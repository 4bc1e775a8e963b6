/** Text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV injection). */
const cell = (value: string | number | null): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Writes comma-separated values (RFC 4180) with CRLF, and quotes where needed; the first row is the header. */
export const writeCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

export class CsvError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = 'CsvError';
    this.line = line;
  }
}

/**
 * Reads RFC 4180, and also `;` or a tab as separator (by the first line), bare LF or CR, and a byte order mark. Empty
 * lines are skipped. `line`: the line in the file, from 1, where a record begins. @throws CsvError for a quote that is
 * not closed
 */
export function readCsv(text: string): { line: number; cells: string[] }[] {
  const source = text.replace(/^\uFEFF/, '');
  const head = source.split(/\r?\n|\r/, 1)[0] ?? '';
  const separator = [',', ';', '\t'].find((candidate) => head.includes(candidate)) ?? ',';
  const records: { line: number; cells: string[] }[] = [];
  let line = 1;
  let begin = 1;
  let cells: string[] = [];
  let value = '';
  let isQuoted = false;
  const endCell = () => {
    cells.push(value.trim());
    value = '';
  };
  const endRecord = () => {
    endCell();
    if (cells.some((each) => each !== '')) records.push({ line: begin, cells });
    cells = [];
  };
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at]!;
    const isBreak = character === '\n' || (character === '\r' && source[at + 1] !== '\n');
    if (isQuoted) {
      if (character === '"' && source[at + 1] === '"') {
        value += '"';
        at += 1;
      } else if (character === '"') isQuoted = false;
      else value += character;
    } else if (character === '"' && value.trim() === '') {
      value = '';
      isQuoted = true;
    } else if (character === separator) endCell();
    else if (isBreak) endRecord();
    else if (character !== '\r') value += character;
    if (isBreak) {
      line += 1;
      if (!isQuoted) begin = line;
    }
  }
  if (isQuoted) throw new CsvError(begin, 'a quote is not closed');
  endRecord();
  return records;
}
