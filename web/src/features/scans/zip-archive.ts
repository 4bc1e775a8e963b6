import { BlobReader, BlobWriter, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';

/** A file that is going to be sent; `open` gives its content when its turn comes, so that memory does not grow with an archive. */
export interface PendingFile {
  readonly name: string;
  readonly size: number;
  /** @throws Error where an archive holds something else than it says */
  open(): Promise<File>;
}

export const pendingFile = (file: File): PendingFile => ({ name: file.name, size: file.size, open: async () => file });

/**
 * The files of an archive by its central directory (APPNOTE.TXT 6.3.10, ZIP64 included); nothing is unpacked, and of an
 * archive of any size only its directory is read.
 * @throws Error where it is no such archive
 */
export async function readArchive(archive: File): Promise<(PendingFile & { readonly path: string })[]> {
  // The browser's own DecompressionStream; workers of the library would need a looser Content-Security-Policy.
  const reader = new ZipReader(new BlobReader(archive), { useWebWorkers: false, checkSignature: true });
  const entries = await reader.getEntries();
  return entries
    .filter((entry) => !entry.directory)
    .map((entry) => {
      const name = entry.filename.split('/').at(-1) ?? entry.filename;
      return { path: entry.filename, name, size: entry.uncompressedSize, open: () => unpack(entry, name) };
    });
}

const unpack = async (entry: FileEntry, name: string): Promise<File> =>
  new File([await entry.getData(new BlobWriter())], name);
