import { describe, expect, it } from 'vitest';
import { byteRange } from './byte-range.ts';

describe('byte ranges (RFC 9110, 14.1.2)', () => {
  it('from, from–to and the last bytes, cut at the end of the file', () => {
    expect(byteRange('bytes=0-', 100)).toEqual({ from: 0, to: 99 });
    expect(byteRange('bytes=10-19', 100)).toEqual({ from: 10, to: 19 });
    expect(byteRange('bytes=90-900', 100)).toEqual({ from: 90, to: 99 });
    expect(byteRange('bytes=-30', 100)).toEqual({ from: 70, to: 99 });
    expect(byteRange('bytes=-300', 100)).toEqual({ from: 0, to: 99 });
  });

  it('the whole file for what is no single range of bytes', () => {
    for (const header of [undefined, '', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=0-1,5-6', 'bytes=9-3'])
      expect(byteRange(header, 100), String(header)).toBeNull();
  });

  it('unsatisfiable beyond the end', () => {
    expect(byteRange('bytes=100-', 100)).toBe('unsatisfiable');
    expect(byteRange('bytes=-0', 100)).toBe('unsatisfiable');
  });
});
