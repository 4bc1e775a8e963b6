import { describe, expect, it } from 'vitest';
import { birthDateSchema, isWritten, nameSchema, secondFactorSchema, sixDigits } from './fields.ts';

describe('a date of birth', () => {
  it('is a day of the calendar between 1900 and today', () => {
    const day = (fromNow: number) => new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10);
    for (const date of ['1954-05-19', '1900-01-01', '2000-02-29', day(0)])
      expect(birthDateSchema.parse(date)).toBe(date);
    for (const date of ['1954-00-19', '-05-19', '54-05-19', '1899-12-31', '2001-02-29', day(3), '3000-01-01']) {
      expect(birthDateSchema.safeParse(date).error?.issues[0]?.message).toBe('DATE_INVALID');
    }
  });
});

describe('a code', () => {
  it('may be typed with the spaces it was read with, and with the digits of any keyboard', () => {
    const code = sixDigits('no');
    for (const typed of ['123456', ' 123 456 ', '1 2 3 4 5 6', '١٢٣٤٥٦', '۱۲۳ ۴۵۶', '\u200e123456']) {
      expect(code.parse(typed)).toBe('123456');
    }
    for (const typed of ['12345', '1234567', '12345a', '']) expect(code.safeParse(typed).success).toBe(false);
    expect(secondFactorSchema.parse(' ABCDE-FGH23 ')).toBe('abcde-fgh23');
    expect(secondFactorSchema.parse('123 456')).toBe('123456');
  });
});

describe('a name', () => {
  it('is one line: what would begin another header, line or field is refused', () => {
    const name = nameSchema('too short');
    for (const text of ['Ayşe', "O'Neill-Özdemir", 'محمد علي']) expect(name.safeParse(text).success).toBe(true);
    for (const text of ['Ayşe\r\nBcc: x@duai.example', 'Ayşe\nÖz', 'Ayşe\rÖz', 'Ay\u2028şe', 'Ay\u0085şe', 'Ay\tşe'])
      expect(name.safeParse(text).success).toBe(false);
  });
});

it('characters without a shape are nothing written', () => {
  expect(['', ' \n', '\u200b', '\u2060\u200b \u00ad'].map(isWritten)).toEqual([false, false, false, false]);
  expect(['a', '\u200bç', '.', '٣'].map(isWritten)).toEqual([true, true, true, true]);
});

it('a name turns the direction of nothing that follows it', () => {
  expect(nameSchema('SHORT').safeParse('Ali\u202eynaZ').success).toBe(false);
  expect(nameSchema('SHORT').safeParse('می\u200cخواهم').success).toBe(true);
});
