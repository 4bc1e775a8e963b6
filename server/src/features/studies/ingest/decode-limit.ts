import type { InstanceRow } from '../studies.tables.ts';

/** Ample on a busy machine, with a process that has yet to start. */
const BASE_MS = 10_000;
/** The whole file is read and walked through; one frame of it is decoded. JPEG 2000 without loss, the slowest, took a third of this. */
const PER_MEGABYTE_MS = 250;
const PER_MEGAPIXEL_MS = 1500;

/**
 * How long one frame of a file may take to decode. A damaged stream can keep a decoder busy for ever, and each such
 * file holds up all that come after it: an ordinary slice is given up after ten seconds, the largest file after three minutes.
 */
export const decodeLimitMs = ({ sizeBytes, rows, columns }: Pick<InstanceRow, 'sizeBytes' | 'rows' | 'columns'>) =>
  Math.ceil(BASE_MS + (sizeBytes / 1e6) * PER_MEGABYTE_MS + (((rows ?? 0) * (columns ?? 0)) / 1e6) * PER_MEGAPIXEL_MS);
