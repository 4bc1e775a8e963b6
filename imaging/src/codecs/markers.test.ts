import { describe, expect, it } from 'vitest';
import { hasEndOfImage, hasSegmentsInOrder, isPlanarJpegLs, isYcbcrJpeg, sizeInStream } from './markers.ts';

const segment = (marker: number, body: number[]) => [0xff, marker, 0, body.length + 2, ...body];
const stream = (...segments: number[][]) => Uint8Array.from([0xff, 0xd8, ...segments.flat(), 1, 2, 3]);
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

const JFIF = segment(0xe0, [...ascii('JFIF'), 0, 1, 2, 0, 0, 1, 0, 1, 0, 0]);
const adobe = (transform: number) => segment(0xee, [...ascii('Adobe'), 0, 100, 0, 0, 0, 0, transform]);
const SCAN = segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]);

describe('colour space of a JPEG stream', () => {
  it('is what its own markers say, whatever the data set says', () => {
    expect(isYcbcrJpeg(stream(JFIF, SCAN), 'RGB')).toBe(true);
    expect(isYcbcrJpeg(stream(adobe(1), SCAN), 'RGB')).toBe(true);
    expect(isYcbcrJpeg(stream(adobe(0), SCAN), 'YBR_FULL_422')).toBe(false);
  });

  it('is what the data set says where the stream says nothing', () => {
    expect(isYcbcrJpeg(stream(SCAN), 'RGB')).toBe(false);
    expect(isYcbcrJpeg(stream(SCAN), 'YBR_FULL')).toBe(true);
    // Cut off before its transform value, so the Adobe marker says nothing.
    expect(isYcbcrJpeg(stream(segment(0xee, ascii('Adobe')), SCAN), 'RGB')).toBe(false);
  });

  it('comes to an end for damaged segments', () => {
    expect(isYcbcrJpeg(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0]), 'RGB')).toBe(false);
    expect(isYcbcrJpeg(new Uint8Array(), 'RGB')).toBe(false);
  });
});

describe('order of the components of a JPEG-LS stream', () => {
  const frame = (components: number) => segment(0xf7, [8, 0, 4, 0, 4, components]);

  it('is plane after plane when each has a scan of its own', () => {
    expect(isPlanarJpegLs(stream(frame(3), segment(0xda, [1, 1, 0, 0, 0, 0])))).toBe(true);
    expect(isPlanarJpegLs(stream(frame(3), segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 2, 0])))).toBe(false);
    expect(isPlanarJpegLs(stream(frame(1), segment(0xda, [1, 1, 0, 0, 0, 0])))).toBe(false);
  });
});

describe('size of a compressed frame', () => {
  it('is read from the frame header of JPEG and JPEG-LS', () => {
    const lossless = segment(0xc3, [12, 1, 0, 2, 0, 1, 1, 0x11, 0]);
    expect(sizeInStream(stream(segment(0xc4, [0, 0]), lossless, SCAN))).toEqual({
      rows: 256,
      columns: 512,
      components: 1,
    });
    expect(sizeInStream(stream(segment(0xf7, [8, 0, 4, 0, 5, 3]), SCAN))).toEqual({
      rows: 4,
      columns: 5,
      components: 3,
    });
  });

  /** SOC and SIZ of 512 × 256 pixels that begin at (8, 8) of the reference grid. */
  const codestream = (subsampling: number[][]) => {
    const words = [0xff4fff51, 0x00290000 + 3 * subsampling.length, 520, 264, 8, 8, 512, 256, 0, 0];
    const bytes = words.flatMap((word) => [24, 16, 8, 0].map((bit) => (word >>> bit) & 255));
    return Uint8Array.from([...bytes, 0, subsampling.length, ...subsampling.flatMap((steps) => [7, ...steps])]);
  };

  it('is read from the SIZ marker of JPEG 2000, the part left of and above the image taken off', () => {
    const three = [1, 2, 3].map(() => [1, 1]);
    expect(sizeInStream(codestream(three))).toEqual({ rows: 256, columns: 512, components: 3 });
  });

  it('is that of the smallest component of JPEG 2000', () => {
    const steps = [
      [1, 1],
      [1, 1],
      [2, 128],
    ];
    expect(sizeInStream(codestream(steps))).toEqual({ rows: 2, columns: 256, components: 3 });
  });

  it('is unknown where no such marker is found', () => {
    expect(sizeInStream(stream(SCAN))).toBeUndefined();
    expect(sizeInStream(new Uint8Array())).toBeUndefined();
  });
});

describe('the segments of a JPEG stream', () => {
  const LOSSLESS = segment(0xc3, [12, 1, 0, 2, 0, 1, 1, 0x11, 0]);

  it('stand in order from SOI to the first scan, with bytes that fill before a marker', () => {
    expect(hasSegmentsInOrder(stream(JFIF, LOSSLESS, SCAN))).toBe(true);
    expect(hasSegmentsInOrder(stream(JFIF, [0xff, 0xff], LOSSLESS, SCAN))).toBe(true);
    expect(hasSegmentsInOrder(stream(segment(0xf7, [8, 0, 4, 0, 5, 3]), segment(0xf8, [1]), SCAN))).toBe(true);
  });

  it.each([
    ['without SOI', Uint8Array.from([0xff, 0x01, ...stream(LOSSLESS, SCAN).slice(2)])],
    ['with a marker that is none', stream(segment(0x01, [1, 2]), LOSSLESS, SCAN)],
    ['with a length that leads astray', stream([0xff, 0xfe, 0, 9, 1, 2], LOSSLESS, SCAN)],
    ['with an end before the scan', stream(LOSSLESS, segment(0xd9, [1]), SCAN)],
    ['without a scan', stream(JFIF, LOSSLESS)],
    ['without anything', new Uint8Array()],
  ])('do not %s', (_, damaged) => {
    expect(hasSegmentsInOrder(damaged)).toBe(false);
  });
});

describe('end of a JPEG stream', () => {
  it('is found behind the coded data, whatever padding follows', () => {
    expect(hasEndOfImage(stream(SCAN, [0xff, 0xd9]))).toBe(true);
    expect(hasEndOfImage(Uint8Array.from([...stream(SCAN), 0xff, 0xd9, 0, 0, 0]))).toBe(true);
  });

  it('is not that of a thumbnail before the scan', () => {
    expect(hasEndOfImage(stream(segment(0xe1, [1, 0xff, 0xd9]), SCAN))).toBe(false);
    expect(hasEndOfImage(stream(SCAN))).toBe(false);
    expect(hasEndOfImage(new Uint8Array())).toBe(false);
  });
});
