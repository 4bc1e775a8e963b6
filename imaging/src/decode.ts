import { decodeByDcmjs } from './codecs/dcmjs.ts';
import { compressionOf } from './codecs/transfer-syntaxes.ts';
import { type OpenDataSet, openDataSet } from './data-set.ts';
import type { DicomHeader } from './header.ts';
import { samplesIn } from './inspect.ts';
import { IMAGING_LIMITS } from './limits.ts';
import { type PaletteColor, readPalette } from './palette.ts';
import { encapsulatedFrame, nativeFrame, unpackBits } from './pixel-data.ts';
import { readHeader } from './read-header.ts';
import { ImagingError } from './refusal.ts';

export type StoredValues =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

/** One frame with its stored values: row by row, colour interleaved (R G B R G B …). */
export interface DecodedFrame {
  rows: number;
  columns: number;
  samplesPerPixel: number;
  /** After decoding: a codec may already have turned YBR into RGB. */
  photometricInterpretation: string;
  stored: StoredValues;
  palette: PaletteColor | null;
  header: DicomHeader;
}

/**
 * Decodes one frame (0-based) of a whole file; the header is that of the frame.
 * @throws ImagingError TRANSFER_SYNTAX_NOT_SUPPORTED, TRUNCATED, PIXEL_DATA_MISMATCH, NOT_READABLE
 */
export async function decodeFrame(file: Uint8Array, frame = 0): Promise<DecodedFrame> {
  // A Node Buffer is a Uint8Array whose slice() shares memory instead of copying: read it as a plain one.
  const open = openDataSet(new Uint8Array(file.buffer, file.byteOffset, file.byteLength));
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
    ...raw,
  };
}

type Raw = Pick<DecodedFrame, 'stored' | 'photometricInterpretation'>;

async function decompress(open: OpenDataSet, header: DicomHeader, frame: number): Promise<Raw> {
  const compression = compressionOf(header.transferSyntaxUid);
  if (!compression) {
    throw new ImagingError(
      'TRANSFER_SYNTAX_NOT_SUPPORTED',
      `the transfer syntax ${header.transferSyntaxUid} is not supported`,
    );
  }
  const encoded = encapsulatedFrame(open.bytes, header, frame);
  try {
    const decoded = await decodeByDcmjs(encoded, compression, header);
    const needed = header.rows * header.columns * header.samplesPerPixel * (header.bitsAllocated / 8);
    if (decoded.bytes.length < needed)
      throw new ImagingError('PIXEL_DATA_MISMATCH', 'the frame decodes to fewer pixels than the header says');
    const stored = typed(decoded.bytes, header, false);
    return {
      stored: interleave(stored, header, decoded.planarConfiguration),
      photometricInterpretation: decoded.photometricInterpretation,
    };
  } catch (error) {
    if (error instanceof ImagingError) throw error;
    throw new ImagingError('NOT_READABLE', `the ${compression} data cannot be decoded`, { cause: error });
  }
}

function uncompressed(open: OpenDataSet, header: DicomHeader, frame: number): Raw {
  const { photometricInterpretation } = header;
  if (header.bitsAllocated === 1) return { stored: unpackBits(open.bytes, header, frame), photometricInterpretation };
  const bytes = nativeFrame(open.bytes, header, frame);
  if (samplesIn(header) !== header.samplesPerPixel)
    return { stored: upsample422(bytes), photometricInterpretation: 'YBR_FULL' };
  const isBigEndian = open.layout.encoding === 'explicit-be';
  const isFloat = open.dataSet.elements.x7fe00008 !== undefined || open.dataSet.elements.x7fe00009 !== undefined;
  const stored = isFloat ? floats(bytes, header, isBigEndian) : typed(bytes, header, isBigEndian);
  return { stored: interleave(stored, header, header.planarConfiguration), photometricInterpretation };
}

/** Bytes to numbers: byte order, sign, and only the bits that are stored (PS3.5 section 8.1.1). */
function typed(bytes: Uint8Array, header: DicomHeader, isBigEndian: boolean): StoredValues {
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

function floats(bytes: Uint8Array, header: DicomHeader, isBigEndian: boolean): StoredValues {
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

/** Old files keep overlays in the bits above `highBit`; they are not part of the value. */
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

/** Planar colour (RRR… GGG… BBB…) becomes interleaved. */
function interleave(values: StoredValues, header: DicomHeader, planarConfiguration: number): StoredValues {
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

/** Y1 Y2 Cb Cr for two pixels becomes Y Cb Cr for each (PS3.3 C.7.6.3.1.2). */
function upsample422(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array((bytes.length / 2) * 3);
  for (let from = 0, to = 0; from + 4 <= bytes.length; from += 4, to += 6) {
    const [y1, y2, cb, cr] = [bytes[from]!, bytes[from + 1]!, bytes[from + 2]!, bytes[from + 3]!];
    out.set([y1, cb, cr, y2, cb, cr], to);
  }
  return out;
}
