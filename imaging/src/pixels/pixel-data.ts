import { ImagingError } from '../files/refusal.ts';
import type { DicomHeader } from '../headers/header.ts';

export type FrameDescription = Pick<
  DicomHeader,
  | 'rows'
  | 'columns'
  | 'bitsAllocated'
  | 'bitsStored'
  | 'samplesPerPixel'
  | 'pixelRepresentation'
  | 'planarConfiguration'
  | 'photometricInterpretation'
>;

/** 1 bit a pixel, least significant bit first (PS3.5 section 8.1.1); uncompressed frames follow without padding. */
export function unpackBits(bytes: Uint8Array, startBit: number, count: number): Uint8Array {
  if (startBit + count > bytes.length * 8) throw new ImagingError('TRUNCATED', 'the frame is cut off');
  const pixels = new Uint8Array(count);
  for (let index = 0; index < count; index += 1) {
    const bit = startBit + index;
    pixels[index] = (bytes[bit >> 3]! >> (bit & 7)) & 1;
  }
  return pixels;
}
