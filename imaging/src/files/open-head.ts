import { readHeader } from '../headers/read-header.ts';
import type { ByteSource } from './byte-source.ts';
import { type OpenDataSet, openDataSet } from './data-set.ts';
import { IMAGING_LIMITS } from './limits.ts';
import { ImagingError } from './refusal.ts';
import { isPresentationState } from './sop-classes.ts';

export const FIRST_READ_BYTES = 256 * 1024;

/**
 * Opens the data set of a file by its beginning, without the pixels. Most headers fit the first read; giants (private data,
 * icons, lookup tables) are read on until Pixel Data is found; a presentation state, which has none, is read whole. `first`: the beginning, where it was read already.
 * @throws ImagingError as `openDataSet` and `readHeader`
 */
export async function openHead(source: ByteSource, first?: Uint8Array): Promise<OpenDataSet> {
  let head = first ?? (await source.read(0, FIRST_READ_BYTES));
  for (;;) {
    try {
      const open = openDataSet(head);
      if (isPresentationState(open.dataSet.string('x00080016') ?? '')) assertWhole(head, source);
      else readHeader(open);
      return open;
    } catch (error) {
      const isWhole = head.length >= source.sizeBytes;
      if (isWhole || head.length >= IMAGING_LIMITS.headerBytes || !isAboutLength(error)) throw error;
      head = await source.read(0, Math.min(head.length * 8, IMAGING_LIMITS.headerBytes, source.sizeBytes));
    }
  }
}

/** A presentation state has no pixels that would be left out. @throws ImagingError TRUNCATED, TOO_LARGE */
function assertWhole(head: Uint8Array, { sizeBytes }: ByteSource): void {
  if (sizeBytes > IMAGING_LIMITS.presentationStateBytes)
    throw new ImagingError('TOO_LARGE', 'the presentation state is larger than is taken');
  if (head.length < sizeBytes) throw new ImagingError('TRUNCATED', 'more is to be read');
}

const isAboutLength = (error: unknown): boolean =>
  error instanceof ImagingError && ['NOT_READABLE', 'NO_PIXEL_DATA', 'TRUNCATED'].includes(error.code);
