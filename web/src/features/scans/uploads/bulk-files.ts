import { LIMITS } from '@duai/contract';
import { type PendingFile, pendingFile, readArchive } from './zip-archive.ts';

/** Limits of one request: a larger folder is sent in several requests, each complete in itself. */
const BATCH_FILES = 500;
const BATCH_BYTES = 512 * 1024 * 1024;

/** Files without images that discs and file managers add. */
const isChaff = (path: string): boolean =>
  /(^|\/)(\.|__MACOSX\/|Thumbs\.db$|DICOMDIR$|autorun\.inf$)/i.test(path) ||
  /\.(txt|html?|exe|dll|pdf|xml|ini)$/i.test(path);

/**
 * The files of a folder or of ZIP archives that may be images; the server judges each by its content. Archives may have any
 * size, because entries are unpacked for one request at a time.
 * @returns the files, and the names of archives that could not be opened
 */
export async function gatherFiles(selected: readonly File[]): Promise<{ files: PendingFile[]; unreadable: string[] }> {
  const files: PendingFile[] = [];
  const unreadable: string[] = [];
  for (const file of selected) {
    if (isChaff(file.webkitRelativePath || file.name)) continue;
    if (!file.name.toLowerCase().endsWith('.zip')) {
      files.push(pendingFile(file));
      continue;
    }
    try {
      files.push(...(await readArchive(file)).filter(({ path, size }) => size > 0 && !isChaff(path)));
    } catch {
      unreadable.push(file.name);
    }
  }
  return { files, unreadable };
}

/**
 * Splits files into batches, keeping their order so that neighbours stay together. A file above the limit is sent alone, and
 * the server refuses it by name.
 */
export function batchesOf<T extends { readonly size: number }>(files: readonly T[]): T[][] {
  const batches: T[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const file of files) {
    const last = batches.at(-1);
    if (!last || last.length >= Math.min(BATCH_FILES, LIMITS.filesPerCase) || bytes + file.size > BATCH_BYTES) {
      batches.push([file]);
      bytes = file.size;
    } else {
      last.push(file);
      bytes += file.size;
    }
  }
  return batches;
}

const ATTEMPTS = 4;
const waitBefore = (attempt: number): number => 1000 * 2 ** attempt;

/**
 * Repeats an idempotent request until it is answered, up to four times. `send` is told whether it is a repetition, because
 * its own files may then be stored already.
 * @throws the error of `send`, unless the connection was lost and attempts are left
 */
export async function untilAnswered<T>(
  send: (isAgain: boolean) => Promise<T>,
  isLostConnection: (error: unknown) => boolean,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send(attempt > 0);
    } catch (error) {
      if (!isLostConnection(error) || attempt + 1 >= ATTEMPTS) throw error;
      await pause(waitBefore(attempt));
    }
  }
}

/** Whether one series of these files could have more voxels than can be measured; uncompressed CT has two bytes for each. */
export const isTooLargeToMeasure = (bytes: number, mostVoxels: number): boolean => bytes > 2 * mostVoxels;
