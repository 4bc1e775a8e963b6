import { describe, expect, it } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatFigure,
  formatFileSize,
  formatRelative,
  formatTime,
} from './formatting.ts';

describe('formatting', () => {
  it('writes days as the locale does', () => {
    expect(formatDate('2026-03-05T12:00:00Z', 'tr')).toBe('05.03.2026');
    expect(formatDate('2026-03-05T12:00:00Z', 'en')).toBe('05/03/2026');
  });
  it('writes a day of the calendar as the same one in every time zone', () => {
    expect(formatDay('2026-03-05', 'en')).toBe('5 March 2026');
    expect(formatDay('2026-03-05', 'tr')).toBe('5 Mart 2026');
  });
  it('names the time zone where the hour matters', () => {
    expect(formatDateTime('2026-03-05T12:00:00Z', 'tr', 'Europe/Istanbul')).toMatch(/5 Mart 2026 15:00 GMT\+3/);
  });
  it('writes the hour of today without a date', () => {
    expect(formatTime('2026-03-05T12:00:00Z', 'tr', 'Europe/Istanbul')).toBe('15:00');
    expect(formatTime('2026-03-05T12:00:00Z', 'en', 'UTC')).toBe('12:00');
  });
  it('counts relative time in minutes, hours, then days', () => {
    const now = Date.parse('2026-03-05T12:00:00Z');
    expect(formatRelative('2026-03-05T12:30:00Z', 'en', now)).toBe('in 30 minutes');
    expect(formatRelative('2026-03-06T12:00:00Z', 'en', now)).toBe('in 24 hours');
    expect(formatRelative('2026-03-01T12:00:00Z', 'en', now)).toBe('4 days ago');
  });
  it('writes measured values with the minus sign and the decimal mark of the language, and no minus before zero', () => {
    expect(formatFigure(-1873.25, 1, 'en')).toBe('−1873.3');
    expect(formatFigure(-1873.25, 1, 'tr')).toBe('−1873,3');
    expect(formatFigure(-0.2, 0, 'en')).toBe('0');
  });
  it('writes file sizes in the units of a file manager', () => {
    expect([0, 900, 1536, 100 * 1024 * 1024].map((bytes) => formatFileSize(bytes, 'tr'))).toEqual([
      '0 B',
      '900 B',
      '1,5 KB',
      '100 MB',
    ]);
    expect(formatFileSize(1536, 'ar')).toBe('\u20661.5 KB\u2069');
  });
});
