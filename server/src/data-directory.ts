import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { isMissingFile } from './core/files/missing-file.ts';
import type { Logger } from './core/logger.ts';

/** Only our own account gets access, whatever the umask of the caller. */
const PRIVATE_UMASK = 0o077;
const DATABASE = 'database';
/** Their content is not visited: a file for each image, or files of PostgreSQL's account. */
const NOT_ENTERED = new Set(['files', 'cluster']);

/**
 * Creates the data directory and makes it private: directories 0700, files 0600, including those left open before. As
 * root, PostgreSQL runs under another account that must pass through the directories above its cluster: these are 0711
 * where others could pass before; otherwise the cluster is elsewhere (`placeOfCluster`), so call this before that.
 * Paths that we may not change are logged and left.
 */
export async function shutDataDirectory(dir: string, log: Logger): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o711 });
  // Threads have no umask of their own.
  if (isMainThread) process.umask(PRIVATE_UMASK);
  const refused: string[] = [];
  /** @returns whether it exists and is a directory */
  async function shut(path: string, { isWay = false } = {}): Promise<boolean> {
    try {
      const found = await lstat(path);
      if (found.isSymbolicLink()) return false;
      const isPassed = isWay && process.getuid?.() === 0 && (found.mode & 0o001) !== 0;
      const wanted = found.isDirectory() ? (isPassed ? 0o711 : 0o700) : found.mode & 0o600;
      if ((found.mode & 0o777) !== wanted) await chmod(path, wanted);
      return found.isDirectory();
    } catch (error) {
      // It was deleted meanwhile, for example the staging of a process that ended.
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
