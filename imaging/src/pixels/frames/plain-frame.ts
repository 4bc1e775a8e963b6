import type { DicomHeader } from '../../headers/header.ts';
import { typed } from '../stored-values.ts';

type Described = Pick<
  DicomHeader,
  | 'transferSyntaxUid'
  | 'pixelData'
  | 'rows'
  | 'columns'
  | 'samplesPerPixel'
  | 'photometricInterpretation'
  | 'planarConfiguration'
  | 'bitsAllocated'
>;

/** Implicit and Explicit VR Little Endian (PS3.5 annex A): the file is as it was written, neither deflated nor swapped. */
const AS_WRITTEN = ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1'];
const GREY = ['MONOCHROME1', 'MONOCHROME2'];
/** Larger frames are left to a decoder in a process of its own: reading one takes memory and time of those who wait beside. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Where a frame (from 0) lies in its file, if its bytes are its stored values: uncompressed grey of 8 or 16 bits, or RGB pixel
 * by pixel. Null where a decoder has to look, where the frame is larger than 8 MB, and where the file ends before it does.
 */
export function plainPlaceOf(header: Described, frame: number): { start: number; end: number } | null {
  const { rows, columns, samplesPerPixel, bitsAllocated, photometricInterpretation: kind, pixelData } = header;
  const isGrey = samplesPerPixel === 1 && GREY.includes(kind) && (bitsAllocated === 8 || bitsAllocated === 16);
  const isRgb = samplesPerPixel === 3 && kind === 'RGB' && bitsAllocated === 8 && header.planarConfiguration === 0;
  if (!AS_WRITTEN.includes(header.transferSyntaxUid) || pixelData.isEncapsulated || !(isGrey || isRgb)) return null;
  const length = (rows * columns * samplesPerPixel * bitsAllocated) / 8;
  if (length === 0 || length > MOST_BYTES || (frame + 1) * length > pixelData.length) return null;
  const start = pixelData.offset + frame * length;
  return { start, end: start + length - 1 };
}

/** The bytes of a plain frame in the layout of `frameBytes`: without what older files keep in the bits above the value. */
export function plainFrameBytes(header: DicomHeader, bytes: Uint8Array): Uint8Array {
  if (header.samplesPerPixel > 1) return bytes;
  // Not a Buffer of Node.js, whose slice is no copy.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { buffer, byteOffset, byteLength } = typed(plain, header, false);
  return new Uint8Array(buffer, byteOffset, byteLength);
}
