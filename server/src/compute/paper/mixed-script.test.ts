import { describe, expect, it } from 'vitest';
import { brokenIntoLines, hasArabic, inPrintedOrder, withBreaks } from './mixed-script.ts';

const printed = (line: string) => inPrintedOrder(line).map(({ text }) => text);

describe('text with Arabic on a page from left to right', () => {
  it('has the first word of an Arabic name at the right', () => {
    expect(printed('محمد عبد الرحمن')).toEqual(['الرحمن', ' ', 'عبد', ' ', 'محمد']);
    expect(printed('Hasta محمد عبد Şükrü')).toEqual(['Hasta', ' ', 'عبد', ' ', 'محمد', ' ', 'Şükrü']);
  });

  it('keeps digits as they are read, mirrors brackets, and leaves a full stop of the sentence at its end', () => {
    expect(printed('عقدة 12 في الرئة (اليمنى) اليوم.')).toEqual([
      ...['اليوم', ' ', '(', 'اليمنى', ')', ' ', 'الرئة', ' ', 'في', ' ', '12', ' ', 'عقدة'],
      '.',
    ]);
    expect(printed('محمد, Ali')).toEqual(['محمد', ',', ' ', 'Ali']);
  });

  it('leaves Latin text as it is', () => {
    expect(printed('12 mm, Şükrü (sağ)').join('')).toBe('12 mm, Şükrü (sağ)');
    expect([hasArabic('Şükrü'), hasArabic('Dr. محمد')]).toEqual([false, true]);
  });

  it('is broken between words before it is ordered, and a word wider than a line between letters', () => {
    const lines = brokenIntoLines('محمد عبد الرحمن Çekoslovakya', 9, (text) => text.length);
    expect(lines).toEqual(['محمد عبد', 'الرحمن', 'Çekoslova', 'kya']);
    expect(brokenIntoLines('', 9, (text) => text.length)).toEqual([]);
  });
});

it('a word that is too long for a line has places to break, and loses nothing', () => {
  expect(withBreaks('Belirgin patoloji yok.')).toBe('Belirgin patoloji yok.');
  const long = 'ğ'.repeat(100);
  expect(
    withBreaks(`a ${long} b`)
      .split('\u200b')
      .map((part) => part.length),
  ).toEqual([42, 40, 22]);
  expect(withBreaks(`a ${long} b`).replaceAll('\u200b', '')).toBe(`a ${long} b`);
});

it('words that spaces hold together break at them, where there are more than fit a line', () => {
  expect(withBreaks('5\u00a0mm, 3\u202fcm')).toBe('5\u00a0mm, 3\u202fcm');
  for (const glue of ['\u00a0', '\u2007', '\u202f', '\ufeff'])
    expect(withBreaks(`Sağ${glue}`.repeat(20))).toBe('Sağ '.repeat(20));
});
