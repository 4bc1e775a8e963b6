import { type ByteSource, bytesSource } from './byte-source.ts';
import { type OpenDataSet, openDataSet } from './data-set.ts';
import { DEFLATED_LE } from './layout.ts';
import { openHead } from './open-head.ts';

interface OpenFile {
  open: OpenDataSet;
  /** What the pixels are read from. */
  source: ByteSource;
}

/**
 * Opens a data set to read its pixels: of a file that is not in memory, only the part before them is read.
 * @throws ImagingError as `openDataSet` and `readHeader`
 */
export async function openFile(file: Uint8Array | ByteSource): Promise<OpenFile> {
  if (file instanceof Uint8Array) return openBytes(file);
  const open = await openHead(file);
  // Offsets of a deflated file are those of its inflated bytes, and nothing of it can be skipped.
  if (open.layout.transferSyntaxUid === DEFLATED_LE) return openBytes(await file.read(0, file.sizeBytes));
  return { open, source: file };
}

function openBytes(file: Uint8Array): OpenFile {
  // slice() of a Node Buffer shares memory instead of copying, so the file is read as a plain Uint8Array.
  const open = openDataSet(new Uint8Array(file.buffer, file.byteOffset, file.byteLength));
  return { open, source: bytesSource(open.bytes) };
}
