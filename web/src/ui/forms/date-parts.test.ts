import { describe, expect, it } from 'vitest';
import { dateOf, digitsOf, partsOf, wholeDateIn } from './date-parts.ts';

describe('a date in three fields', () => {
  it('is ISO 8601 outside, and comes back as it was typed', () => {
    expect(dateOf(['9', '5', '1954'])).toBe('1954-05-09');
    expect(partsOf('1954-05-09')).toEqual(['9', '5', '1954']);
    expect([dateOf(['', '', '']), partsOf('')]).toEqual(['', ['', '', '']]);
  });

  it('is not silently empty where a part is missing', () => {
    expect(dateOf(['9', '', '1954'])).toBe('1954-00-09');
    expect(partsOf(dateOf(['9', '', '1954']))).toEqual(['9', '', '1954']);
    expect(partsOf(dateOf(['', '12', '']))).toEqual(['', '12', '']);
  });

  it('takes a whole date that is pasted, and digits of any keyboard', () => {
    expect(wholeDateIn('19.05.1954')).toEqual(['19', '05', '1954']);
    expect(wholeDateIn('1954-05-19')).toEqual(['19', '05', '1954']);
    expect(wholeDateIn('١٩/٥/١٩٥٤')).toEqual(['19', '5', '1954']);
    expect(wholeDateIn('19.05')).toBeNull();
    expect(wholeDateIn('19.05.54')).toBeNull();
    expect(digitsOf('۱۹ a')).toBe('19');
  });
});
