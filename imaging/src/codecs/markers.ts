import { isCodestream, type StreamSize, sizeOfCodestream, viewOf } from './codestream.ts';

/** One marker segment of a JPEG or JPEG-LS stream (ITU-T T.81 annex B); `body` begins after its length. */
interface Segment {
  marker: number;
  body: Uint8Array;
}

const APP0 = 0xe0;
const APP14 = 0xee;
const START_OF_IMAGE = 0xd8;
const START_OF_SCAN = 0xda;
const JPEG_LS_FRAME = 0xf7;

/** The segments up to the first scan; fewer if the stream is damaged. */
function segmentsBeforeScan(stream: Uint8Array): Segment[] {
  const segments: Segment[] = [];
  const view = viewOf(stream);
  let at = 2;
  while (at + 4 <= stream.length && stream[at] === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    if (length < 2) break;
    segments.push({ marker, body: stream.subarray(at + 4, at + 2 + length) });
    if (marker === START_OF_SCAN) break;
    at += 2 + length;
  }
  return segments;
}

/** Whether a marker starts a segment: not reserved ones, RST, SOI and EOI (T.81 table B.1). */
const isSegmentMarker = (marker: number): boolean => marker >= 0xc0 && (marker < 0xd0 || marker > 0xd9);

/**
 * Whether the marker segments of a JPEG or JPEG-LS stream follow each other directly from SOI to the first scan (T.81 B.1.1).
 * If they do not, libjpeg may search forever.
 */
export function hasSegmentsInOrder(stream: Uint8Array): boolean {
  const segments = segmentsBeforeScan(stream);
  const begins = stream[0] === 0xff && stream[1] === START_OF_IMAGE;
  return begins && segments.at(-1)?.marker === START_OF_SCAN && segments.every(({ marker }) => isSegmentMarker(marker));
}

const startsWith = (body: Uint8Array, text: string): boolean =>
  [...text].every((letter, index) => body[index] === letter.charCodeAt(0));

/**
 * Whether the components of a JPEG stream are YCbCr. The stream's own markers decide, as for every JPEG reader: JFIF is
 * YCbCr, and Adobe names its transform. Without them, Photometric Interpretation describes the stream (PS3.3 C.7.6.3.1.2).
 */
export function isYcbcrJpeg(stream: Uint8Array, photometricInterpretation: string): boolean {
  for (const { marker, body } of segmentsBeforeScan(stream)) {
    if (marker === APP0 && startsWith(body, 'JFIF')) return true;
    if (marker === APP14 && body.length >= 12 && startsWith(body, 'Adobe')) return body[11] !== 0;
  }
  return photometricInterpretation !== 'RGB';
}

/**
 * Whether a JPEG-LS stream of several components has one scan for each, and so decodes to one plane after the other (ITU-T
 * T.87 C.2.3).
 */
export function isPlanarJpegLs(stream: Uint8Array): boolean {
  const segments = segmentsBeforeScan(stream);
  const inFrame = segments.find(({ marker }) => marker === JPEG_LS_FRAME)?.body[5] ?? 1;
  const inScan = segments.find(({ marker }) => marker === START_OF_SCAN)?.body[0] ?? 1;
  return inFrame > 1 && inScan === 1;
}

/**
 * The size in the frame header of a JPEG or JPEG-LS stream (T.81 B.2.2) or in the SIZ marker of a JPEG 2000 codestream (T.800
 * A.5.1); undefined if none is found.
 */
export function sizeInStream(stream: Uint8Array): StreamSize | undefined {
  if (isCodestream(stream)) return sizeOfCodestream(stream);
  const frame = segmentsBeforeScan(stream).find(({ marker }) => isFrameHeader(marker))?.body;
  if (!frame || frame.length < 6) return undefined;
  const header = viewOf(frame);
  return { rows: header.getUint16(1), columns: header.getUint16(3), components: header.getUint8(5) };
}

/** SOF0 to SOF15, without the markers DHT, JPG and DAC between them, and SOF55 of JPEG-LS. */
const isFrameHeader = (marker: number): boolean =>
  marker === JPEG_LS_FRAME || (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker));

const END_OF_IMAGE = 0xd9;

/**
 * Whether a JPEG or JPEG-LS stream is complete. EOI cannot occur within coded data, where a byte that follows FF is stuffed
 * (T.81 B.1.1.5, T.87 C.1). What follows it is padding.
 */
export function hasEndOfImage(stream: Uint8Array): boolean {
  for (let at = stream.length - 2; at >= 2; at -= 1) {
    if (stream[at] === 0xff && stream[at + 1] === END_OF_IMAGE) return true;
    if (stream[at] === 0xff && stream[at + 1] === START_OF_SCAN) return false;
  }
  return false;
}
