import { Inflate } from 'fflate';
import { concatenate } from './concatenate.ts';
import { ImagingError } from './refusal.ts';

/** Deflate expands at most about 1,000 times, so a step yields at most 64 MB before the limit is checked. */
const STEP_BYTES = 64 * 1024;

/**
 * Inflates raw deflate data (RFC 1951), as used in PS3.5 section A.5 and in the frames of section A.4.12.
 * @throws ImagingError TOO_LARGE beyond `limitBytes`, NOT_READABLE for damaged data
 */
export function inflate(deflated: Uint8Array, limitBytes: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let total = 0;
  const stream = new Inflate((chunk) => {
    total += chunk.length;
    if (total > limitBytes)
      throw new ImagingError('TOO_LARGE', 'the deflated data grow too large', { isOverLimit: true });
    chunks.push(chunk);
  });
  try {
    for (let at = 0; at < deflated.length; at += STEP_BYTES) {
      stream.push(deflated.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= deflated.length);
    }
  } catch (error) {
    if (error instanceof ImagingError) throw error;
    throw new ImagingError('NOT_READABLE', 'the deflated data are damaged', { cause: error });
  }
  return concatenate(chunks);
}
