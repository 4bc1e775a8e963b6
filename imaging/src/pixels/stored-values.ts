import { ImagingError } from '../files/refusal.ts';
import type { DicomHeader } from '../headers/header.ts';

export type StoredValues =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** Whether values may be fractions. */
export const isReal = (stored: StoredValues): stored is Float32Array | Float64Array =>
  stored instanceof Float32Array || stored instanceof Float64Array;

/** Converts bytes to numbers: byte order, sign, and only the stored bits (PS3.5 section 8.1.1). */
export function typed(bytes: Uint8Array, header: DicomHeader, isBigEndian: boolean): StoredValues {
  const { bitsAllocated, pixelRepresentation } = header;
  if (bitsAllocated === 8) return pixelRepresentation ? signed(new Int8Array(bytes), header) : bytes.slice();
  const aligned = isBigEndian ? swapped(bytes, bitsAllocated / 8) : bytes.slice();
  if (bitsAllocated === 16) {
    return pixelRepresentation
      ? signed(new Int16Array(aligned.buffer), header)
      : masked(new Uint16Array(aligned.buffer), header);
  }
  if (bitsAllocated === 32)
    return pixelRepresentation ? new Int32Array(aligned.buffer) : new Uint32Array(aligned.buffer);
  throw new ImagingError('PIXEL_DATA_MISMATCH', 'bits allocated are not usable');
}

export function floats(bytes: Uint8Array, header: DicomHeader, isBigEndian: boolean): StoredValues {
  const aligned = isBigEndian ? swapped(bytes, header.bitsAllocated / 8) : bytes.slice();
  return header.bitsAllocated === 64 ? new Float64Array(aligned.buffer) : new Float32Array(aligned.buffer);
}

function swapped(bytes: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(bytes.length);
  for (let at = 0; at + width <= bytes.length; at += width) {
    for (let byte = 0; byte < width; byte += 1) out[at + byte] = bytes[at + width - 1 - byte]!;
  }
  return out;
}

/** Old files store overlays in the bits above `highBit`; they are not part of the value. */
function masked(values: Uint16Array, { bitsStored, highBit }: DicomHeader): Uint16Array {
  const shift = highBit + 1 - bitsStored;
  if (bitsStored === 16 && shift === 0) return values;
  const mask = (1 << bitsStored) - 1;
  for (let index = 0; index < values.length; index += 1) values[index] = (values[index]! >> shift) & mask;
  return values;
}

function signed<T extends Int8Array | Int16Array>(values: T, { bitsStored, bitsAllocated, highBit }: DicomHeader): T {
  if (bitsStored === bitsAllocated) return values;
  const left = 32 - (highBit + 1);
  const right = 32 - bitsStored;
  for (let index = 0; index < values.length; index += 1) values[index] = (values[index]! << left) >> right;
  return values;
}

/** Converts planar colour (RRR… GGG… BBB…) to interleaved. */
export function interleave(values: StoredValues, header: DicomHeader, planarConfiguration: number): StoredValues {
  if (planarConfiguration !== 1 || header.samplesPerPixel === 1) return values;
  const plane = header.rows * header.columns;
  const out = values.slice();
  for (let pixel = 0; pixel < plane; pixel += 1) {
    for (let sample = 0; sample < header.samplesPerPixel; sample += 1) {
      out[pixel * header.samplesPerPixel + sample] = values[sample * plane + pixel]!;
    }
  }
  return out;
}

/** Converts Y1 Y2 Cb Cr for two pixels to Y Cb Cr for each (PS3.3 C.7.6.3.1.2). */
export function upsample422(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array((bytes.length / 2) * 3);
  for (let from = 0, to = 0; from + 4 <= bytes.length; from += 4, to += 6) {
    const [y1, y2, cb, cr] = [bytes[from]!, bytes[from + 1]!, bytes[from + 2]!, bytes[from + 3]!];
    out.set([y1, cb, cr, y2, cb, cr], to);
  }
  return out;
}
