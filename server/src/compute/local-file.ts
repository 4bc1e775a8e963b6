import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type ByteSource, type DecodedFrame, decodeFrame, inPieces } from '@duai/imaging';

/** Fragments of compressed pixels are hopped over: one read serves several small ones. */
const PIECE_BYTES = 4096;

/**
 * Reads a local file in ranges, whatever its size; it is closed when `use` has ended. The child process does nothing else
 * meanwhile, so it reads at once: each of many small reads through another thread would be waited for.
 */
export async function withLocalFile<T>(path: string, use: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const source: ByteSource = {
      sizeBytes: size,
      async read(offset, length) {
        const buffer = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
        return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, offset));
      },
    };
    return await use(inPieces(source, PIECE_BYTES));
  } finally {
    closeSync(file);
  }
}

/** One frame (from 0) of a local file; of the others nothing is read. @throws ImagingError as `decodeFrame` */
export const frameOfFile = (path: string, frame = 0): Promise<DecodedFrame> =>
  withLocalFile(path, (source) => decodeFrame(source, frame));
