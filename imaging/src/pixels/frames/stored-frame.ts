import type { ByteSource } from '../../files/byte-source.ts';
import { openFile } from '../../files/open-file.ts';
import { ImagingError } from '../../files/refusal.ts';
import { readHeader } from '../../headers/read-header.ts';
import { frameReader } from './frame-places.ts';

/** One compressed frame (0-based) as it is stored, without decoding it. @throws ImagingError PIXEL_DATA_MISMATCH, TRUNCATED */
export async function storedFrame(file: ByteSource, frame: number): Promise<Uint8Array> {
  const { open, source } = await openFile(file);
  const header = readHeader(open);
  if (!header.pixelData.isEncapsulated || frame >= header.frames)
    throw new ImagingError('PIXEL_DATA_MISMATCH', 'there is no such compressed frame');
  return (await frameReader(source, open, header)(frame)).bytes;
}
