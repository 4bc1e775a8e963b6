import { type OpenDataSet, openDataSet } from './data-set.ts';
import { decompress, type Raw } from './decompress.ts';
import type { DicomHeader } from './header.ts';
import { samplesIn } from './inspect.ts';
import { IMAGING_LIMITS } from './limits.ts';
import { type PaletteColor, readPalette } from './palette.ts';
import { nativeFrame, unpackBits } from './pixel-data.ts';
import { readHeader } from './read-header.ts';
import { ImagingError } from './refusal.ts';
import { floats, interleave, type StoredValues, typed, upsample422 } from './stored-values.ts';

/** One frame with its stored values: row by row, colour interleaved (R G B R G B …). */
export interface DecodedFrame {
  rows: number;
  columns: number;
  samplesPerPixel: number;
  /** After decoding: a codec may already have turned YBR into RGB. */
  photometricInterpretation: string;
  stored: StoredValues;
  /** Which frame of its file, from 0. */
  frame: number;
  palette: PaletteColor | null;
  header: DicomHeader;
}

/** A whole file that was opened once, however many of its frames are wanted. */
interface OpenImage {
  frames: number;
  /** @throws ImagingError as `decodeFrame` does */
  decode(frame: number): Promise<DecodedFrame>;
}

/**
 * Opens a file to decode its frames one by one.
 * @throws ImagingError where it cannot be read
 */
function openImage(file: Uint8Array): OpenImage {
  // A Node Buffer is a Uint8Array whose slice() shares memory instead of copying: read it as a plain one.
  const open = openDataSet(new Uint8Array(file.buffer, file.byteOffset, file.byteLength));
  const { frames } = readHeader(open);
  return { frames, decode: (frame) => decodeOf(open, frame) };
}

/**
 * Decodes one frame (0-based) of a whole file; the header is that of the frame.
 * @throws ImagingError TRANSFER_SYNTAX_NOT_SUPPORTED, TRUNCATED, PIXEL_DATA_MISMATCH, NOT_READABLE
 */
export const decodeFrame = async (file: Uint8Array, frame = 0): Promise<DecodedFrame> => openImage(file).decode(frame);

/**
 * The headers of all frames of one file, without their pixels.
 * @throws ImagingError
 */
export function readFrameHeaders(file: Uint8Array): DicomHeader[] {
  const open = openDataSet(new Uint8Array(file.buffer, file.byteOffset, file.byteLength));
  const { frames } = readHeader(open);
  return Array.from({ length: Math.min(frames, IMAGING_LIMITS.frames) }, (_, frame) => readHeader(open, frame));
}

/**
 * All frames of one file: one of a classic image, all slices of an enhanced multi-frame image (PS3.3 C.7.6.16).
 * @throws ImagingError
 */
export async function framesOf(file: Uint8Array): Promise<DecodedFrame[]> {
  const image = openImage(file);
  const frames: DecodedFrame[] = [];
  for (let frame = 0; frame < image.frames; frame += 1) frames.push(await image.decode(frame));
  return frames;
}

async function decodeOf(open: OpenDataSet, frame: number): Promise<DecodedFrame> {
  const header = readHeader(open, frame);
  if (frame < 0 || frame >= header.frames) throw new ImagingError('PIXEL_DATA_MISMATCH', 'there is no such frame');
  if (header.rows * header.columns > IMAGING_LIMITS.framePixels)
    throw new ImagingError('TOO_MANY_PIXELS', 'the image is too large');
  const palette = header.photometricInterpretation === 'PALETTE COLOR' ? readPalette(open.dataSet, open.bytes) : null;
  const raw = header.pixelData.isEncapsulated
    ? await decompress(open, header, frame)
    : uncompressed(open, header, frame);
  return {
    rows: header.rows,
    columns: header.columns,
    samplesPerPixel: header.samplesPerPixel,
    palette,
    header,
    frame,
    ...raw,
  };
}

function uncompressed(open: OpenDataSet, header: DicomHeader, frame: number): Raw {
  const { photometricInterpretation } = header;
  const isBigEndian = open.layout.encoding === 'explicit-be';
  const file = isBigEndian && header.bitsAllocated <= 8 ? withBytesInOrder(open, header) : open.bytes;
  if (header.bitsAllocated === 1) {
    const count = header.rows * header.columns * header.samplesPerPixel;
    return { stored: unpackBits(file, header.pixelData.offset * 8 + frame * count, count), photometricInterpretation };
  }
  const bytes = nativeFrame(file, header, frame);
  if (samplesIn(header) !== header.samplesPerPixel)
    return { stored: upsample422(bytes), photometricInterpretation: 'YBR_FULL' };
  const isFloat = open.dataSet.elements.x7fe00008 !== undefined || open.dataSet.elements.x7fe00009 !== undefined;
  const stored = isFloat ? floats(bytes, header, isBigEndian) : typed(bytes, header, isBigEndian);
  return { stored: interleave(stored, header, header.planarConfiguration), photometricInterpretation };
}

/** Bytes that were packed into words (OW) stand in reverse in each word of a big endian file (PS3.5 sections 7.3 and 8.1.2). */
function withBytesInOrder({ bytes, dataSet }: OpenDataSet, { pixelData }: DicomHeader): Uint8Array {
  if (dataSet.elements.x7fe00010?.vr !== 'OW') return bytes;
  const out = bytes.slice();
  const end = Math.min(bytes.length, pixelData.offset + pixelData.length) - 1;
  for (let at = pixelData.offset; at < end; at += 2) {
    out[at] = bytes[at + 1]!;
    out[at + 1] = bytes[at]!;
  }
  return out;
}
