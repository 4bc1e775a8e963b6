import { describe, expect, it } from 'vitest';
import { hasTilesOnImage, hasWholePackets } from './codestream.ts';

describe('tiles of a JPEG 2000 codestream', () => {
  /** SOC and SIZ with image offset, tile size and tile offset, for columns and rows. */
  const tiled = (...words: number[]) => {
    const [x, y, width, height, tileX, tileY] = words as [number, number, number, number, number, number];
    const all = [0xff4fff51, 0x002c0000, 520, 264, x, y, width, height, tileX, tileY];
    return Uint8Array.from([
      ...all.flatMap((word) => [24, 16, 8, 0].map((bit) => (word >>> bit) & 255)),
      0,
      1,
      7,
      1,
      1,
    ]);
  };

  it('begin at or before the image, and the first reaches into it', () => {
    expect(hasTilesOnImage(tiled(0, 0, 512, 256, 0, 0))).toBe(true);
    expect(hasTilesOnImage(tiled(8, 8, 64, 64, 4, 8))).toBe(true);
    for (const damaged of [
      [0, 0, 512, 256, 1, 0],
      [0, 0, 512, 256, 0, 0xff000000],
      [8, 8, 4, 64, 4, 8],
      [8, 8, 64, 0, 8, 8],
    ])
      expect(hasTilesOnImage(tiled(...damaged))).toBe(false);
  });

  it('are nobody’s business in other streams', () => {
    expect(hasTilesOnImage(Uint8Array.from([0xff, 0xd8, 0xff, 0xda]))).toBe(true);
    expect(hasTilesOnImage(new Uint8Array())).toBe(true);
  });
});

describe('packets of a JPEG 2000 codestream', () => {
  const bytesOf = (word: number) => [24, 16, 8, 0].map((bit) => (word >>> bit) & 255);
  const SIZ = [0xff, 0x51, 0, 41, ...Array.from({ length: 35 }, () => 0), 1, 7, 1, 1];
  const coding = (style: number) => [0xff, 0x52, 0, 3, style];
  /** A tile-part whose header has a comment, which may hold any bytes. `length` is that of the tile-part unless given. */
  const tilePart = (data: number[], length = 12 + 6 + 2 + data.length) => [
    ...[0xff, 0x90, 0, 10, 0, 0, ...bytesOf(length), 0, 1],
    ...[0xff, 0x64, 0, 4, 0xff, 0xff],
    ...[0xff, 0x93],
    ...data,
  ];
  const codestream = (style: number, ...tileParts: number[][]) =>
    Uint8Array.from([0xff, 0x4f, ...SIZ, ...coding(style), ...tileParts.flat(), 0xff, 0xd9]);
  const WHOLE = [1, 0xff, 0x8f, 2, 0xff, 0, 3];

  it('hold no pair of bytes above FF8F', () => {
    expect(hasWholePackets(codestream(0, tilePart(WHOLE), tilePart(WHOLE)))).toBe(true);
    for (const second of [0x90, 0x93, 0xd9, 0xff])
      expect(hasWholePackets(codestream(0, tilePart(WHOLE), tilePart([...WHOLE, 0xff, second, 4])))).toBe(false);
  });

  it('may have markers before and behind their headers if the coding style says so', () => {
    const numbered = [0xff, 0x91, 0, 4, 0, 0xff, 0x91, 7];
    expect(hasWholePackets(codestream(2, tilePart(numbered)))).toBe(true);
    expect(hasWholePackets(codestream(4, tilePart(numbered)))).toBe(false);
    const withHeaderEnd = [7, 0xff, 0x92, 7];
    expect(hasWholePackets(codestream(4, tilePart(withHeaderEnd)))).toBe(true);
    expect(hasWholePackets(codestream(2, tilePart(withHeaderEnd)))).toBe(false);
    expect(hasWholePackets(codestream(6, tilePart([...numbered, ...withHeaderEnd, 0xff, 0xa0])))).toBe(false);
  });

  it('go on to the end of the codestream in a last tile-part without a length, or to that of a stream cut off', () => {
    expect(hasWholePackets(codestream(0, tilePart(WHOLE, 0)))).toBe(true);
    expect(hasWholePackets(Uint8Array.from([...codestream(0, tilePart(WHOLE, 0)), 0]))).toBe(true);
    expect(hasWholePackets(codestream(0, tilePart([...WHOLE, 0xff, 0x90, 4], 0)))).toBe(false);
    expect(hasWholePackets(codestream(0, tilePart(WHOLE, 0)).slice(0, -2))).toBe(true);
    expect(hasWholePackets(codestream(0, tilePart(WHOLE)).slice(0, -4))).toBe(true);
  });

  it('are looked for to the end of damaged headers, and in no other stream', () => {
    expect(hasWholePackets(Uint8Array.from([0xff, 0x4f, ...SIZ, ...Array.from({ length: 40 }, () => 0)]))).toBe(true);
    // Start of data without a tile-part.
    expect(hasWholePackets(Uint8Array.from([0xff, 0x4f, ...SIZ, 0xff, 0x93, 0, 2, 0xff, 0xff, 0, 0]))).toBe(true);
    expect(hasWholePackets(Uint8Array.from([0xff, 0xd8, 0xff, 0xda]))).toBe(true);
    expect(hasWholePackets(new Uint8Array())).toBe(true);
  });
});
