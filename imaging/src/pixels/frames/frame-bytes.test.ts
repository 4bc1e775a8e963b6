import { describe, expect, it } from 'vitest';
import type { DecodedFrame } from '../decode.ts';
import { frameBytes, givenPixels } from './frame-bytes.ts';

const frame = (stored: DecodedFrame['stored'], header: Partial<DecodedFrame['header']> = {}): DecodedFrame =>
  ({
    rows: 1,
    columns: 2,
    samplesPerPixel: 1,
    photometricInterpretation: 'MONOCHROME2',
    stored,
    frame: 0,
    palette: null,
    header: {
      photometricInterpretation: 'MONOCHROME2',
      samplesPerPixel: 1,
      bitsAllocated: 16,
      bitsStored: 12,
      pixelRepresentation: 0,
      ...header,
    },
  }) as DecodedFrame;

describe('the bytes of a frame', () => {
  it('are its stored values, little endian, in the bits that its header allocates', () => {
    expect([...frameBytes(frame(Uint16Array.of(1, 0x0fff)))]).toEqual([1, 0, 0xff, 0x0f]);
    expect([...frameBytes(frame(Int16Array.of(-1, 2), { pixelRepresentation: 1 }))]).toEqual([0xff, 0xff, 2, 0]);
    // A codec may return bytes for pixels that have 16 bits allocated.
    expect([...frameBytes(frame(Uint8Array.of(7, 9)))]).toEqual([7, 0, 9, 0]);
    expect([...frameBytes(frame(Int8Array.of(-2, 9), { pixelRepresentation: 1 }))]).toEqual([0xfe, 0xff, 9, 0]);
  });

  it('are a byte for each single bit, and RGB for colour of every kind', () => {
    const bits = { bitsAllocated: 1, bitsStored: 1 };
    expect(givenPixels(frame(Uint8Array.of(0, 1), bits).header).bitsAllocated).toBe(8);
    expect([...frameBytes(frame(Uint8Array.of(0, 1), bits))]).toEqual([0, 1]);
    const palette = {
      ...frame(Uint8Array.of(5, 6), { photometricInterpretation: 'PALETTE COLOR', bitsAllocated: 8, bitsStored: 8 }),
      palette: { firstMapped: 5, red: Uint8Array.of(1, 2), green: Uint8Array.of(3, 4), blue: Uint8Array.of(5, 6) },
    };
    expect([...frameBytes(palette)]).toEqual([1, 3, 5, 2, 4, 6]);
    expect(givenPixels(palette.header)).toMatchObject({ photometricInterpretation: 'RGB', samplesPerPixel: 3 });
  });

  it('do not exist for floating-point pixels', () => {
    expect(() => frameBytes(frame(Float32Array.of(1, 2), { bitsAllocated: 32 }))).toThrow('floating-point');
  });
});
