import type { QueuedFile } from './upload-queue.ts';

/** Where the files of one upload are, each counted once: `total` is the sum of the other three. */
export interface UploadCount {
  /** Files that belong together: as many as were chosen when the upload began, or more where more were added. */
  readonly total: number;
  /** Whole on the server, as the server itself said. A file that is still on its way is not among them. */
  readonly arrived: number;
  /** Chosen in this tab and not whole on the server. */
  readonly here: number;
  /** Neither: they have to be chosen again. */
  readonly missing: number;
}

/** The one count behind every number of files on the page. `planned`: files chosen at the beginning, 0 if unknown. */
export function countUploads(files: readonly QueuedFile[], planned: number): UploadCount {
  const counted = countedFiles(files);
  const arrived = counted.filter(({ isStored }) => isStored).length;
  const here = counted.filter(({ isStored, file }) => !isStored && file !== null).length;
  const total = Math.max(planned, counted.length);
  return { total, arrived, here, missing: total - arrived - here };
}

/**
 * Without what was replaced, and without the pieces of a first try whose answer was lost: the same content (SHA-256) is
 * chosen here, or has arrived, under another upload. The server keeps both until the files are handed in.
 */
export function countedFiles(files: readonly QueuedFile[]): readonly QueuedFile[] {
  const isPiece = (entry: QueuedFile) => entry.file === null && !entry.isStored;
  const current = files.filter(({ state }) => state !== 'replaced');
  const known = new Set(current.filter((entry) => !isPiece(entry)).map(({ sha256 }) => sha256));
  return current.filter((entry) => {
    if (!isPiece(entry) || entry.sha256 === null) return true;
    if (known.has(entry.sha256)) return false;
    known.add(entry.sha256);
    return true;
  });
}

export const totalsOf = (files: readonly QueuedFile[]) => {
  const counted = countedFiles(files);
  return {
    sentBytes: counted.reduce((sum, entry) => sum + entry.sentBytes, 0),
    totalBytes: counted.reduce((sum, entry) => sum + entry.sizeBytes, 0),
  };
};
