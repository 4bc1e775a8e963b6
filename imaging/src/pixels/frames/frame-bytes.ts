import { ImagingError } from '../../files/refusal.ts';
import type { DicomHeader } from '../../headers/header.ts';
import type { DecodedFrame } from '../decode.ts';
import { isReal, type StoredValues } from '../stored-values.ts';
import { frameToRgb } from '../window.ts';

/** The attributes of PS3.3 C.7.6.3 that describe pixels as they are returned. */
export interface GivenPixels {
  photometricInterpretation: string;
  samplesPerPixel: number;
  bitsAllocated: number;
  bitsStored: number;
  pixelRepresentation: 0 | 1;
}

/**
 * The output format of `frameBytes` for this header: grey values as stored (single bits in a byte each), all colour as RGB
 * with 8 bits.
 */
export function givenPixels(
  header: Pick<
    DicomHeader,
    'photometricInterpretation' | 'samplesPerPixel' | 'bitsAllocated' | 'bitsStored' | 'pixelRepresentation'
  >,
): GivenPixels {
  const { photometricInterpretation, samplesPerPixel, pixelRepresentation } = header;
  if (samplesPerPixel > 1 || photometricInterpretation === 'PALETTE COLOR') {
    return {
      photometricInterpretation: 'RGB',
      samplesPerPixel: 3,
      bitsAllocated: 8,
      bitsStored: 8,
      pixelRepresentation: 0,
    };
  }
  const bitsAllocated = Math.max(8, header.bitsAllocated);
  return {
    photometricInterpretation,
    samplesPerPixel,
    bitsAllocated,
    bitsStored: header.bitsStored,
    pixelRepresentation,
  };
}

/**
 * The pixels of a decoded frame as Explicit VR Little Endian holds them (PS3.5 section 8.2 and annex A.2), without padding.
 * @throws ImagingError PIXEL_DATA_MISMATCH for floating-point pixels, which use another attribute
 */
export function frameBytes(frame: DecodedFrame): Uint8Array {
  const given = givenPixels(frame.header);
  if (given.photometricInterpretation === 'RGB') return frameToRgb(frame);
  const { stored } = frame;
  if (isReal(stored))
    throw new ImagingError('PIXEL_DATA_MISMATCH', 'floating-point pixels are not given out as whole numbers');
  const values = stored.BYTES_PER_ELEMENT * 8 === given.bitsAllocated ? stored : inBits(stored, given);
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** Adjusts the size of the values, because a codec may return fewer or more bits than the header allocates. */
function inBits(values: StoredValues, { bitsAllocated, pixelRepresentation }: GivenPixels): StoredValues {
  if (bitsAllocated === 8) return pixelRepresentation ? Int8Array.from(values) : Uint8Array.from(values);
  if (bitsAllocated === 16) return pixelRepresentation ? Int16Array.from(values) : Uint16Array.from(values);
  return pixelRepresentation ? Int32Array.from(values) : Uint32Array.from(values);
}
