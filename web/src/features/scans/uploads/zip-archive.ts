import { BlobReader, BlobWriter, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';

/** A file to be sent. `open` returns its content when it is needed, so that memory use does not grow with the archive. */
export interface PendingFile {
  readonly name: string;
  readonly size: number;
  /** @throws Error if the archive's content differs from its directory */
  open(): Promise<File>;
}

export const pendingFile = (file: File): PendingFile => ({ name: file.name, size: file.size, open: async () => file });

/**
 * Lists the files of an archive from its central directory (APPNOTE.TXT 6.3.10, including ZIP64). Nothing is unpacked, and
 * only the directory is read, whatever the size of the archive.
 * @throws Error if it is not a ZIP archive
 */
export async function readArchive(archive: File): Promise<(PendingFile & { readonly path: string })[]> {
  // Uses the browser's own DecompressionStream; the library's workers would need a less strict Content-Security-Policy.
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
