import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../../files/byte-source.ts';
import { bytesSource } from '../../files/byte-source.ts';
import { concatenate } from '../../files/concatenate.ts';
import { encode, fileMeta } from '../../files/write.ts';
import { decodeFrame, openImage } from '../decode.ts';

const RLE = '1.2.840.10008.1.2.5';
const EXPLICIT = '1.2.840.10008.1.2.1';
const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';

interface Wish {
  transferSyntaxUid: string;
  frames: number;
  side: number;
  bits: 1 | 8 | 16;
}

/** All of a file before Pixel Data. */
const headOf = ({ transferSyntaxUid, frames, side, bits }: Wish): Uint8Array =>
  concatenate([
    fileMeta({ sopClassUid: SECONDARY_CAPTURE, sopInstanceUid: '2.25.1', transferSyntaxUid }),
    encode([
      { tag: 0x00080016, vr: 'UI', value: SECONDARY_CAPTURE },
      { tag: 0x00080018, vr: 'UI', value: '2.25.1' },
      { tag: 0x00280002, vr: 'US', value: [1] },
      { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
      { tag: 0x00280008, vr: 'IS', value: String(frames) },
      { tag: 0x00280010, vr: 'US', value: [side] },
      { tag: 0x00280011, vr: 'US', value: [side] },
      { tag: 0x00280100, vr: 'US', value: [bits] },
      { tag: 0x00280101, vr: 'US', value: [bits] },
      { tag: 0x00280102, vr: 'US', value: [bits - 1] },
      { tag: 0x00280103, vr: 'US', value: [0] },
    ]),
  ]);

const element = (tag: [number, number], vr: string, length: number): Uint8Array => {
  const bytes = new Uint8Array(12);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, tag[0], true);
  view.setUint16(2, tag[1], true);
  bytes.set([vr.charCodeAt(0), vr.charCodeAt(1)], 4);
  view.setUint32(8, length, true);
  return bytes;
};

const item = (value: Uint8Array, element = 0xe000): Uint8Array => {
  const bytes = new Uint8Array(8 + value.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfffe, true);
  view.setUint16(2, element, true);
  view.setUint32(4, value.length, true);
  bytes.set(value, 8);
  return bytes;
};

const numbers = (values: readonly number[], bytesOfOne: 4 | 8): Uint8Array => {
  const bytes = new Uint8Array(values.length * bytesOfOne);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) {
    if (bytesOfOne === 4) view.setUint32(index * 4, value, true);
    else view.setBigUint64(index * 8, BigInt(value), true);
  }
  return bytes;
};

/** Four pixels of one value as RLE (PS3.5 annex G): one segment, one literal run. */
const runLength = (value: number): Uint8Array =>
  concatenate([
    numbers([1, 64, ...Array.from({ length: 14 }, () => 0)], 4),
    new Uint8Array([3, value, value, value, value, 0]),
  ]);

describe('a frame that is read alone', () => {
  it('costs its own bytes and the header, in a file of 4 GB', async () => {
    const [side, frames] = [512, 8000];
    const frameBytes = side * side * 2;
    const head = concatenate([
      headOf({ transferSyntaxUid: EXPLICIT, frames, side, bits: 16 }),
      element([0x7fe0, 0x0010], 'OW', frames * frameBytes),
    ]);
    let read = 0;
    const source: ByteSource = {
      sizeBytes: head.length + frames * frameBytes,
      async read(offset, length) {
        read += length;
        const bytes = new Uint8Array(length);
        // Each pixel has the number of its frame.
        for (let at = 0; at < length; at += 1) {
          const inPixels = offset + at - head.length;
          const frame = Math.floor(inPixels / frameBytes);
          bytes[at] = inPixels < 0 ? head[offset + at]! : inPixels % 2 === 0 ? frame & 0xff : frame >> 8;
        }
        return bytes;
      },
    };
    const { stored, frame } = await decodeFrame(source, frames - 1);
    expect(frame).toBe(frames - 1);
    expect(stored.every((value) => value === frames - 1)).toBe(true);
    expect(read).toBeLessThanOrEqual(256 * 1024 + frameBytes);
  });

  it('begins at the bit where it begins, for pixels of one bit', async () => {
    // Frames of nine pixels: 0 1 2 … set in turn, packed without padding (PS3.5 section 8.1.1).
    const bits = [
      1, 0, 0, 0, 0, 0, 0, 0, 0, /* frame 1 */ 0, 1, 0, 0, 0, 0, 0, 0, 1, /* frame 2 */ 0, 0, 1, 0, 0, 0, 0, 1, 1,
    ];
    const packed = new Uint8Array(4);
    for (const [index, bit] of bits.entries()) packed[index >> 3]! |= bit << (index & 7);
    const file = concatenate([
      headOf({ transferSyntaxUid: EXPLICIT, frames: 3, side: 3, bits: 1 }),
      element([0x7fe0, 0x0010], 'OB', packed.length),
      packed,
    ]);
    const image = await openImage(bytesSource(file));
    for (const frame of [0, 1, 2])
      expect([...(await image.decode(frame)).stored], `frame ${frame}`).toEqual(bits.slice(frame * 9, frame * 9 + 9));
  });

  const fragments = [[runLength(10)], [runLength(20).subarray(0, 66), runLength(20).subarray(66)], [runLength(30)]];
  const lengths = fragments.map((parts) => parts.reduce((sum, part) => sum + 8 + part.length, 0));
  const begins = lengths.map((_, frame) => lengths.slice(0, frame).reduce((sum, length) => sum + length, 0));
  const compressed = (basic: readonly number[], extended?: readonly number[], parts = fragments): Uint8Array =>
    concatenate([
      headOf({ transferSyntaxUid: RLE, frames: 3, side: 2, bits: 8 }),
      ...(extended ? [element([0x7fe0, 0x0001], 'OV', extended.length * 8), numbers(extended, 8)] : []),
      element([0x7fe0, 0x0010], 'OB', 0xffffffff),
      item(numbers(basic, 4)),
      ...parts.flat().map((part) => item(part)),
      item(new Uint8Array(0), 0xe0dd),
    ]);
  const whole = [[runLength(10)], [runLength(20)], [runLength(30)]];

  it.each([
    ['the Basic Offset Table', compressed(begins)],
    ['the Extended Offset Table', compressed([], begins)],
    ['their number, where each is one fragment', compressed([], undefined, whole)],
    ['their number, where the table is all zeros', compressed([0, 0, 0], undefined, whole)],
    ['their number, where the table points between them', compressed([0, 11, 23], undefined, whole)],
  ])('is found by %s', async (_, file) => {
    const image = await openImage(bytesSource(file));
    for (const frame of [2, 0, 1])
      expect([...(await image.decode(frame)).stored]).toEqual(Array.from({ length: 4 }, () => 10 + frame * 10));
  });

  it('is refused where nothing says which fragments are its own', async () => {
    await expect(decodeFrame(compressed([]), 1)).rejects.toMatchObject({ code: 'PIXEL_DATA_MISMATCH' });
    await expect(decodeFrame(compressed([], undefined, []), 1)).rejects.toMatchObject({ code: 'PIXEL_DATA_MISMATCH' });
  });
});
