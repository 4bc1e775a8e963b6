import { PassThrough, pipeline, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** Path within the archive, with forward slashes. */
  name: string;
  modifiedAt: Date;
  /** Images are dense already; text is worth compressing. */
  isCompressed?: boolean;
  /** Called when the entry's turn comes, one at a time: nothing is open before. */
  open(): Promise<Readable>;
}

/**
 * A ZIP file (with ZIP64 where needed) as a stream: memory does not grow with its size. An entry that cannot be opened
 * destroys the stream, so that a half archive never looks complete.
 */
export function zipStream(entries: Iterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  let current: Readable | undefined;
  const fail = (error: Error) => void output.destroy(error);
  zip.on('error', fail);
  for (const entry of entries) {
    zip.addReadStreamLazy(entry.name, { mtime: entry.modifiedAt, compress: entry.isCompressed ?? false }, (give) => {
      entry.open().then((stream) => {
        current = stream.on('error', fail);
        // A reader that went away closes the file that is open.
        if (output.destroyed) stream.destroy();
        else give(null, stream);
      }, fail);
    });
  }
  zip.end();
  pipeline(zip.outputStream, output, () => {
    current?.destroy();
  });
  return output;
}

/** For a name within an archive: no path, nothing that a file system minds. */
export const safeName = (text: string): string =>
  text
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 120) || '_';
