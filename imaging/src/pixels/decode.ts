import { type ByteSource, bytesSource } from '../files/byte-source.ts';
import type { OpenDataSet } from '../files/data-set.ts';
import { IMAGING_LIMITS } from '../files/limits.ts';
import { openFile } from '../files/open-file.ts';
import { ImagingError } from '../files/refusal.ts';
import type { DicomHeader } from '../headers/header.ts';
import { readHeader, readLookupTables } from '../headers/read-header.ts';
import { itemAt } from '../values.ts';
import { decompress } from './decompress.ts';
import { frameReader, type ReadFrame } from './frames/frame-places.ts';
import type { LookupTable } from './lookup-table.ts';
import { nativePixels } from './native-pixels.ts';
import { type PaletteColor, readPalette } from './palette.ts';
import type { StoredValues } from './stored-values.ts';

/** One frame with its stored values: row by row, colour interleaved (R G B R G B …). */
export interface DecodedFrame {
  rows: number;
  columns: number;
  samplesPerPixel: number;
  /** After decoding, because a codec may already have converted YBR to RGB. */
  photometricInterpretation: string;
  stored: StoredValues;
  /** Index of the frame in its file, from 0. */
  frame: number;
  palette: PaletteColor | null;
  modalityLut: LookupTable | null;
  voiLut: LookupTable | null;
  header: DicomHeader;
}

/** A file that was opened once, however many of its frames are wanted. */
interface OpenImage {
  frames: number;
  /** @throws ImagingError as `decodeFrame` */
  decode(frame: number): Promise<DecodedFrame>;
}

/**
 * Opens a file to decode its frames one by one: of a file that is not in memory, header and wanted frames are read alone.
 * @throws ImagingError where it cannot be read
 */
export async function openImage(file: Uint8Array | ByteSource): Promise<OpenImage> {
  const { open, source } = await openFile(file);
  return imageOf(open, source);
}

/** The image of a data set that is open. `source`: what its pixels are read from. @throws ImagingError */
export function imageOf(open: OpenDataSet, source = bytesSource(open.bytes)): OpenImage {
  const header = readHeader(open);
  const readFrame = frameReader(source, open, header);
  return { frames: header.frames, decode: (frame) => decodeOf(open, readFrame, frame) };
}

/**
 * Decodes one frame (0-based); the header is that of the frame.
 * @throws ImagingError TRANSFER_SYNTAX_NOT_SUPPORTED, TRUNCATED, PIXEL_DATA_MISMATCH, NOT_READABLE
 */
export const decodeFrame = async (file: Uint8Array | ByteSource, frame = 0): Promise<DecodedFrame> =>
  (await openImage(file)).decode(frame);

/**
 * The headers of all frames of one file, without their pixels.
 * @throws ImagingError
 */
export async function readFrameHeaders(file: Uint8Array | ByteSource): Promise<DicomHeader[]> {
  return frameHeadersOf((await openFile(file)).open);
}

function frameHeadersOf(open: OpenDataSet): DicomHeader[] {
  const { frames } = readHeader(open);
  return Array.from({ length: Math.min(frames, IMAGING_LIMITS.frames) }, (_, frame) => readHeader(open, frame));
}

/** How the frames of an image are placed and shown: what a viewer needs beside their stored values. */
export interface ImageDescription {
  /** One for each frame; more than `IMAGING_LIMITS.frames` are not described. */
  frames: DicomHeader[];
  modalityLut: LookupTable | null;
  /** Of the whole image. Null also where each frame has one of its own, as its header then says (`hasVoiLut`). */
  voiLut: LookupTable | null;
}

/** @throws ImagingError */
export async function describeImage(file: Uint8Array | ByteSource): Promise<ImageDescription> {
  const { open } = await openFile(file);
  const frames = frameHeadersOf(open);
  const { modalityLut, voiLut } = readLookupTables(open, itemAt(frames, 0), 0);
  const isOfAll = frames.length === 1 || open.dataSet.elements.x00283010 !== undefined;
  return { frames, modalityLut, voiLut: isOfAll ? voiLut : null };
}

/**
 * All frames of one file: one of a classic image, all slices of an enhanced multi-frame image (PS3.3 C.7.6.16).
 * @throws ImagingError
 */
export async function framesOf(file: Uint8Array | ByteSource): Promise<DecodedFrame[]> {
  const image = await openImage(file);
  const frames: DecodedFrame[] = [];
  for (let frame = 0; frame < image.frames; frame += 1) frames.push(await image.decode(frame));
  return frames;
}

async function decodeOf(open: OpenDataSet, readFrame: ReadFrame, frame: number): Promise<DecodedFrame> {
  const header = readHeader(open, frame);
  if (frame < 0 || frame >= header.frames) throw new ImagingError('PIXEL_DATA_MISMATCH', 'there is no such frame');
  if (header.rows * header.columns > IMAGING_LIMITS.framePixels)
    throw new ImagingError('TOO_MANY_PIXELS', 'the image is too large');
  const palette = header.photometricInterpretation === 'PALETTE COLOR' ? readPalette(open.dataSet, open.bytes) : null;
  const pixels = await readFrame(frame);
  const raw = header.pixelData.isEncapsulated
    ? await decompress(header, pixels.bytes)
    : nativePixels(open, header, pixels);
  return {
    rows: header.rows,
    columns: header.columns,
    samplesPerPixel: header.samplesPerPixel,
    palette,
    ...readLookupTables(open, header, frame),
    header,
    frame,
    ...raw,
  };
}
