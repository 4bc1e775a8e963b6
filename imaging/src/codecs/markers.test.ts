import { describe, expect, it } from 'vitest';
import { isPlanarJpegLs, isYcbcrJpeg } from './markers.ts';

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
    // Cut off before its transform: no word of Adobe's to go by.
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
