import { concatenate } from '../files/concatenate.ts';
import { samplesIn } from '../files/inspect.ts';
import { ImagingError } from '../files/refusal.ts';
import type { DicomHeader } from '../headers/header.ts';
import { itemAt } from '../values.ts';

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

/** The bytes of one uncompressed frame. For 1-bit data frames need not begin at a byte: see `unpackBits`. */
export function nativeFrame(bytes: Uint8Array, header: DicomHeader, frame: number): Uint8Array {
  const frameBytes = (header.rows * header.columns * samplesIn(header) * header.bitsAllocated) / 8;
  const start = header.pixelData.offset + frame * frameBytes;
  if (start + frameBytes > bytes.length) throw new ImagingError('TRUNCATED', 'the frame is cut off');
  return bytes.subarray(start, start + frameBytes);
}

/** One compressed frame, its fragments put together (PS3.5 section A.4). */
export function encapsulatedFrame(bytes: Uint8Array, header: DicomHeader, frame: number): Uint8Array {
  const { offsets, fragments } = readItems(bytes, header.pixelData.offset);
  if (fragments.length === 0) throw new ImagingError('PIXEL_DATA_MISMATCH', 'there are no fragments of pixel data');
  if (header.frames === 1) return concatenate(fragments.map((fragment) => fragment.bytes));
  if (fragments.length === header.frames) return itemAt(fragments, frame).bytes;
  const begins = offsets.length === header.frames ? offsets : beginsByMarker(fragments);
  const begin = begins[frame];
  if (begin === undefined) throw new ImagingError('PIXEL_DATA_MISMATCH', 'the frame cannot be found in the pixel data');
  const end = begins[frame + 1] ?? Number.POSITIVE_INFINITY;
  return concatenate(fragments.filter(({ at }) => at >= begin && at < end).map((fragment) => fragment.bytes));
}

interface Fragment {
  /** Offset of its item from the first fragment's item, as the Basic Offset Table counts. */
  at: number;
  bytes: Uint8Array;
}

function readItems(bytes: Uint8Array, offset: number): { offsets: number[]; fragments: Fragment[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fragments: Fragment[] = [];
  let offsets: number[] | undefined;
  let at = offset;
  let first = 0;
  while (at + 8 <= bytes.length && view.getUint16(at, true) === 0xfffe && view.getUint16(at + 2, true) === 0xe000) {
    const length = view.getUint32(at + 4, true);
    const value = bytes.subarray(at + 8, at + 8 + length);
    if (offsets === undefined) {
      offsets = Array.from({ length: Math.floor(value.length / 4) }, (_, index) =>
        view.getUint32(at + 8 + index * 4, true),
      );
      first = at + 8 + length;
    } else {
      fragments.push({ at: at - first, bytes: value });
    }
    at += 8 + length;
  }
  return { offsets: offsets ?? [], fragments };
}

/** Without an offset table a frame begins where a fragment begins with an SOI or SOC marker. */
const beginsByMarker = (fragments: Fragment[]): number[] =>
  fragments.filter(({ bytes }) => bytes[0] === 0xff && (bytes[1] === 0xd8 || bytes[1] === 0x4f)).map(({ at }) => at);

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
