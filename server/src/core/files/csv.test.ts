import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvError, readCsv, writeCsv } from './csv.ts';

const cellsOf = (text: string) => readCsv(text).map((record) => record.cells);

describe('CSV', () => {
  it('reads quotes, doubled quotes and line breaks inside of them', () => {
    expect(cellsOf('a,"b ""x"", c"\r\n"two\nlines",d\r\n')).toEqual([
      ['a', 'b "x", c'],
      ['two\nlines', 'd'],
    ]);
  });
  it('takes the separator of the first line, any line break and a byte order mark', () => {
    expect(cellsOf('\uFEFFstudy;label\n1.2;1\r3.4;0')).toEqual([
      ['study', 'label'],
      ['1.2', '1'],
      ['3.4', '0'],
    ]);
  });
  it('names the line on which a record begins', () => {
    expect(readCsv('a,b\n\n"x\ny",c\nd,e').map((record) => record.line)).toEqual([1, 3, 5]);
    expect(() => readCsv('a,b\nc,"open')).toThrow(CsvError);
  });
  it('gives back what was written', () => {
    const cell = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/^[=+\-@\t\r]+/, '').trim());
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1 }), (rows) => {
        const clean = rows.map((row) => row.map((text) => text.replace(/\r\n?|\n/g, '\n').replace(/^[=+\-@\t]+/, '')));
        expect(cellsOf(writeCsv(clean))).toEqual(clean.map((row) => row.map((text) => text.trim())));
      }),
    );
  });
  it('writes no cell that a spreadsheet runs', () => {
    expect(writeCsv([['=HYPERLINK("x")', '@a', -950]])).toBe(`"'=HYPERLINK(""x"")",'@a,-950\r\n`);
  });
});
