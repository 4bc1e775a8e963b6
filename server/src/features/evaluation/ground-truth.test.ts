import { describe, expect, it } from 'vitest';
import type { AppError } from '../../core/app-error.ts';
import { readGroundTruth } from './ground-truth.ts';

const errorsOf = (csv: string, language: 'tr' | 'en' | 'ar' = 'en') => {
  try {
    readGroundTruth(csv, language);
  } catch (error) {
    return (error as AppError).details as { errors: { line: number; message: string }[]; total: number };
  }
  throw new Error('the CSV was taken');
};

describe('ground truth', () => {
  it('takes UIDs and ids of scans, with or without a header, by comma, semicolon or tab', () => {
    const expected = new Map([
      ['1.2.840.1', 'positive'],
      ['00000000-0000-4000-8000-000000000000', 'negative'],
    ]);
    for (const separator of [',', ';', '\t']) {
      const body = ['1.2.840.1', 'Yes'].join(separator);
      const more = ['00000000-0000-4000-8000-000000000000', '0'].join(separator);
      expect(readGroundTruth(`study${separator}label\r\n${body}\r\n${more}`, 'en')).toEqual(expected);
      expect(readGroundTruth(`${body}\n${more}\n`, 'en')).toEqual(expected);
    }
  });
  it('takes what spreadsheets make of it: a byte order mark, quotes, capitals and spaces', () => {
    const csv = '\uFEFF"study";"label"\r\n"ABCDEF00-0000-4000-8000-000000000000"; POSITIVE \r\n"1.2.3";"0"\r\n';
    expect(readGroundTruth(csv, 'en')).toEqual(
      new Map([
        ['abcdef00-0000-4000-8000-000000000000', 'positive'],
        ['1.2.3', 'negative'],
      ]),
    );
  });
  it('names every wrong line and what is wrong with it', () => {
    const { errors, total } = errorsOf('study,label\n1.2.3,maybe\nPatient Smith,1\n1.2.4\n1.2.5,1\n1.2.5,0\n1.2.6,0');
    expect(errors).toEqual([
      { line: 2, message: 'The label “maybe” is not known; write positive or negative (1 or 0).' },
      { line: 3, message: '“Patient Smith” is neither a Study Instance UID nor the id of a scan.' },
      { line: 4, message: 'The line needs two columns: study, label.' },
      { line: 6, message: 'This study has another label on line 5.' },
    ]);
    expect(total).toBe(4);
  });
  it('speaks the reader’s language', () => {
    expect(errorsOf('1.2.3,belki', 'tr').errors[0]!.message).toContain('etiketi bilinmiyor');
  });
  it('refuses an empty file, an open quote and too many lines', () => {
    expect(errorsOf('study,label\n').errors[0]!.message).toContain('no lines');
    expect(errorsOf('1.2,1\n"1.3,0').errors[0]).toMatchObject({ line: 2 });
    const many = Array.from({ length: 5001 }, (_, index) => `1.2.${index},1`).join('\n');
    expect(errorsOf(many).errors[0]!.message).toContain('5000');
  });
  it('shows the first 50 errors and how many there are', () => {
    const { errors, total } = errorsOf(Array.from({ length: 80 }, () => 'x,1').join('\n'));
    expect([errors.length, total]).toEqual([50, 80]);
  });
});
