import { hasTilesOnImage, hasWholePackets } from '../codecs/codestream.ts';
import { decodeByDcmjs } from '../codecs/dcmjs.ts';
import { hasEndOfImage, hasSegmentsInOrder, sizeInStream } from '../codecs/markers.ts';
import { hasWholeSegments } from '../codecs/run-lengths.ts';
import { type Compression, compressionOf } from '../codecs/transfer-syntaxes.ts';
import { inflate } from '../files/inflate.ts';
import { ImagingError } from '../files/refusal.ts';
import type { DicomHeader } from '../headers/header.ts';
import { unpackBits } from './pixel-data.ts';
import { interleave, type StoredValues, typed } from './stored-values.ts';

export interface Raw {
  stored: StoredValues;
  photometricInterpretation: string;
}

/**
 * One frame of compressed pixel data, its fragments put together.
 * @throws ImagingError TRANSFER_SYNTAX_NOT_SUPPORTED, PIXEL_DATA_MISMATCH, NOT_READABLE
 */
export async function decompress(header: DicomHeader, encoded: Uint8Array): Promise<Raw> {
  const compression = compressionOf(header.transferSyntaxUid);
  if (!compression) {
    throw new ImagingError(
      'TRANSFER_SYNTAX_NOT_SUPPORTED',
      `the transfer syntax ${header.transferSyntaxUid} is not supported`,
    );
  }
  try {
    return await decoded(encoded, compression, header);
  } catch (error) {
    if (error instanceof ImagingError) throw error;
    throw new ImagingError('NOT_READABLE', `the ${compression} data cannot be decoded`, { cause: error });
  }
}

async function decoded(encoded: Uint8Array, compression: Compression, header: DicomHeader): Promise<Raw> {
  const { photometricInterpretation } = header;
  const samples = header.rows * header.columns * header.samplesPerPixel;
  const isOneBit = header.bitsAllocated === 1;
  if (compression === 'deflated-frame') {
    const needed = Math.ceil((samples * header.bitsAllocated) / 8);
    // The frame may have been padded to an even length before it was deflated.
    const bytes = exactly(inflate(encoded, needed + 1), needed);
    if (isOneBit) return { stored: unpackBits(bytes, 0, samples), photometricInterpretation };
    return {
      stored: interleave(typed(bytes, header, false), header, header.planarConfiguration),
      photometricInterpretation,
    };
  }
  if (isOneBit && compression === 'rle') {
    // Run lengths count bytes of eight pixels each; every frame begins at a byte (PS3.5 section 8.2.2).
    const packed = { ...header, rows: 1, columns: Math.ceil(samples / 8), bitsAllocated: 8, bitsStored: 8 };
    assertWholeSegments(encoded, 1, packed.columns);
    const { bytes } = await decodeByDcmjs(encoded, 'rle', { ...packed, samplesPerPixel: 1 });
    return { stored: unpackBits(exactly(bytes, packed.columns), 0, samples), photometricInterpretation };
  }
  if (compression === 'rle') {
    const segments = header.samplesPerPixel * Math.ceil(header.bitsAllocated / 8);
    assertWholeSegments(encoded, segments, header.rows * header.columns);
  } else assertSameSize(encoded, header);
  if (!hasTilesOnImage(encoded))
    throw new ImagingError('NOT_READABLE', 'the tiles of the compressed frame lie beside it');
  // The decoders make up what follows such damage, without an error.
  if (!hasWholePackets(encoded))
    throw new ImagingError('NOT_READABLE', 'the packets of the compressed frame are damaged');
  // From a truncated stream libjpeg makes a complete picture, grey where data are missing, without an error.
  if (compression === 'jpeg' || compression === 'jpeg-ls') {
    if (!hasEndOfImage(encoded)) throw new ImagingError('TRUNCATED', 'the compressed frame is cut off');
    if (!hasSegmentsInOrder(encoded))
      throw new ImagingError('NOT_READABLE', 'the markers of the compressed frame are damaged');
  }
  const { bytes, ...found } = await decodeByDcmjs(encoded, compression, header);
  // The codecs do not support single bits: they return a byte for each pixel.
  const needed = samples * (isOneBit ? 1 : header.bitsAllocated / 8);
  const stored = isOneBit ? exactly(bytes, needed).slice() : typed(exactly(bytes, needed), header, false);
  return {
    stored: interleave(stored, header, found.planarConfiguration),
    photometricInterpretation: found.photometricInterpretation,
  };
}

/** The decoder leaves pixels black that no segment has. */
function assertWholeSegments(encoded: Uint8Array, segments: number, pixels: number): void {
  if (!hasWholeSegments(encoded, segments, pixels))
    throw new ImagingError('NOT_READABLE', 'the run lengths of the compressed frame are damaged or cut off');
}

/** More than one byte of padding is an error like too few bytes: the stream has another size than the header states. */
function exactly(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length < length)
    throw new ImagingError('PIXEL_DATA_MISMATCH', 'the frame decodes to fewer pixels than the header says');
  if (bytes.length > length + 1)
    throw new ImagingError('PIXEL_DATA_MISMATCH', 'the frame decodes to more pixels than the header says');
  return bytes.subarray(0, length);
}

/** Checked before decoding: a damaged size costs a decoder many seconds and all available memory. */
function assertSameSize(encoded: Uint8Array, { rows, columns, samplesPerPixel }: DicomHeader): void {
  const size = sizeInStream(encoded);
  if (size && (size.rows !== rows || size.columns !== columns || size.components !== samplesPerPixel))
    throw new ImagingError('PIXEL_DATA_MISMATCH', 'the size of the compressed frame is not that of the header');
}
