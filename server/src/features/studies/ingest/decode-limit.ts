import type { InstanceRow } from '../studies.tables.ts';

/** Enough for a process that has yet to start on a busy machine. */
const BASE_MS = 10_000;
/** Time to read and parse the whole file and to decode one frame. JPEG 2000 lossless, the slowest, took a third of this. */
const PER_MEGABYTE_MS = 250;
const PER_MEGAPIXEL_MS = 1500;

/**
 * How long one frame of a file may take to decode. A damaged stream can keep a decoder busy for ever, and the files
 * behind it wait: an ordinary slice is given up after about ten seconds, the largest file after three minutes.
 */
export const decodeLimitMs = ({ sizeBytes, rows, columns }: Pick<InstanceRow, 'sizeBytes' | 'rows' | 'columns'>) =>
  Math.ceil(BASE_MS + (sizeBytes / 1e6) * PER_MEGABYTE_MS + (((rows ?? 0) * (columns ?? 0)) / 1e6) * PER_MEGAPIXEL_MS);
