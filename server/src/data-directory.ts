import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { isMissingFile } from './core/files/missing-file.ts';
import type { Logger } from './core/logger.ts';

/** Accessible to our own account only, whatever the umask of the caller. */
const PRIVATE_UMASK = 0o077;
const DATABASE = 'database';
/** Closed as a whole: what lies in it is a file for each image, or belongs to the account of PostgreSQL. */
const NOT_ENTERED = new Set(['files', 'cluster']);

/**
 * Makes the data directory and shuts it: directories 0700, files 0600, also those that an earlier version or another
 * hand left open. As root PostgreSQL runs as an account of its own, which has to get through the directories above its
 * cluster: these are 0711, where they let others through before; one that did not has its cluster elsewhere
 * (`placeOfCluster`), so this comes before anybody asks. What is not ours to change is told and left.
 */
export async function shutDataDirectory(dir: string, log: Logger): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o711 });
  // A thread has no umask of its own.
  if (isMainThread) process.umask(PRIVATE_UMASK);
  const refused: string[] = [];
  /** @returns whether it is there and a directory */
  async function shut(path: string, { isWay = false } = {}): Promise<boolean> {
    try {
      const found = await lstat(path);
      if (found.isSymbolicLink()) return false;
      const isPassed = isWay && process.getuid?.() === 0 && (found.mode & 0o001) !== 0;
      const wanted = found.isDirectory() ? (isPassed ? 0o711 : 0o700) : found.mode & 0o600;
      if ((found.mode & 0o777) !== wanted) await chmod(path, wanted);
      return found.isDirectory();
    } catch (error) {
      // Gone meanwhile: a process beside us that ends takes its staging with it.
      if (!isMissingFile(error)) refused.push(path);
      return false;
    }
  }
  async function namesIn(parent: string): Promise<string[]> {
    try {
      return await readdir(parent);
    } catch (error) {
      if (!isMissingFile(error)) refused.push(parent);
      return [];
    }
  }
  async function shutBelow(parent: string): Promise<void> {
    for (const name of await namesIn(parent)) {
      const path = join(parent, name);
      const isDirectory = await shut(path, { isWay: parent === dir && name === DATABASE });
      if (isDirectory && !NOT_ENTERED.has(name)) await shutBelow(path);
    }
  }
  await shut(dir, { isWay: true });
  await shutBelow(dir);
  if (refused.length > 0)
    log.warn(
      { paths: refused.length, first: refused[0] },
      'others may read files of the data directory: not ours to change',
    );
}
