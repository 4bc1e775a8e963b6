import type { QueuedFile } from './upload-queue.ts';

/** Where the files of one upload are, each counted once: `total` is the sum of the other three. */
export interface UploadCount {
  /** Number of files in the upload: those chosen when it began, or more if some were added. */
  readonly total: number;
  /** Complete on the server, as the server reported. Files still being sent do not count. */
  readonly arrived: number;
  /** Chosen in this tab and not complete on the server. */
  readonly here: number;
  /** Neither of the two: they have to be chosen again. */
  readonly missing: number;
}

/** The single count that every number of files on the page uses. `planned`: files chosen at the beginning, 0 if unknown. */
export function countUploads(files: readonly QueuedFile[], planned: number): UploadCount {
  const counted = countedFiles(files);
  const arrived = counted.filter(({ isStored }) => isStored).length;
  const here = counted.filter(({ isStored, file }) => !isStored && file !== null).length;
  const total = Math.max(planned, counted.length);
  return { total, arrived, here, missing: total - arrived - here };
}

/**
 * Leaves out replaced files, and parts of a first attempt whose answer was lost, when the same content (SHA-256) is chosen
 * here or has arrived under another upload. The server keeps both until submission.
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
