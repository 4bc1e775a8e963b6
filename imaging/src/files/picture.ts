import { type ByteSource, inPieces } from './byte-source.ts';
import { IMAGING_LIMITS } from './limits.ts';
import { ImagingError } from './refusal.ts';

/** Reads the size of a JPEG or PNG from its structure, and checks that its end is present. */
export async function inspectPicture(
  source: ByteSource,
  kind: 'jpeg' | 'png',
): Promise<{ rows: number; columns: number }> {
  return kind === 'png' ? inspectPng(source) : inspectJpeg(source);
}

/** PNG (ISO/IEC 15948): IHDR is first, IEND last. */
async function inspectPng(source: ByteSource): Promise<{ rows: number; columns: number }> {
  const head = await source.read(0, 33);
  if (head.length < 33 || text(head, 12) !== 'IHDR')
    throw new ImagingError('TRUNCATED', 'the PNG ends within its header');
  const tail = await source.read(Math.max(0, source.sizeBytes - 1024), 1024);
  if (!hasSequence(tail, [0x49, 0x45, 0x4e, 0x44])) throw new ImagingError('TRUNCATED', 'the PNG is cut off');
  const view = new DataView(head.buffer, head.byteOffset);
  return sized(view.getUint32(20), view.getUint32(16));
}

const PIECE_BYTES = 16 * 1024;

/** JPEG (ISO/IEC 10918-1): reads marker segments up to the frame header, and checks for the end of the image. */
async function inspectJpeg(file: ByteSource): Promise<{ rows: number; columns: number }> {
  const source = inPieces(file, PIECE_BYTES);
  let at = 2;
  let segments = 0;
  let fillBytes = 0;
  for (;;) {
    if (segments > IMAGING_LIMITS.jpegSegments || fillBytes > IMAGING_LIMITS.jpegFillBytes)
      throw new ImagingError('NOT_READABLE', 'the JPEG has no frame where one could be', { isOverLimit: true });
    const marker = await source.read(at, 9);
    if (marker.length < 9) throw new ImagingError('TRUNCATED', 'the JPEG ends within its header');
    if (marker[0] !== 0xff) throw new ImagingError('NOT_READABLE', 'the JPEG is damaged');
    const view = new DataView(marker.buffer, marker.byteOffset, marker.byteLength);
    const code = view.getUint8(1);
    if (code === 0xff) {
      at += 1;
      fillBytes += 1;
      continue;
    }
    segments += 1;
    const isFrame = code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
    if (isFrame) {
      const tail = await file.read(Math.max(0, file.sizeBytes - 4096), 4096);
      if (!hasSequence(tail, [0xff, 0xd9])) throw new ImagingError('TRUNCATED', 'the JPEG is cut off');
      return sized(view.getUint16(5), view.getUint16(7));
    }
    if (code === 0xda || code === 0xd9) throw new ImagingError('NOT_READABLE', 'the JPEG has no frame');
    at += 2 + view.getUint16(2);
  }
}

function sized(rows: number, columns: number): { rows: number; columns: number } {
  if (rows === 0 || columns === 0) throw new ImagingError('NOT_READABLE', 'the picture has no size');
  return { rows, columns };
}

const text = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

const hasSequence = (bytes: Uint8Array, sequence: readonly number[]): boolean => {
  for (let at = bytes.length - sequence.length; at >= 0; at -= 1) {
    if (sequence.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
};
