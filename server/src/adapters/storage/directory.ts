import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, chmod, constants, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlessMissing } from '../../core/files/missing-file.ts';
import { type FileStore, StorageError } from './port.ts';
import { createStaging, digestFile } from './staging.ts';

const SHA256 = /^[0-9a-f]{64}$/;

/** Files below one directory, two levels deep by the first hash digits; file and directory are fsynced before `commit` answers. */
export function createDirectoryStorage({ dir, stagingDir }: { dir: string; stagingDir: string }): FileStore {
  const staging = createStaging(stagingDir);
  const pathOf = (sha256: string) => {
    if (!SHA256.test(sha256)) throw new StorageError('NOT_FOUND', 'not a SHA-256');
    return join(dir, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  };
  const notFound = (error: unknown) =>
    (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? new StorageError('NOT_FOUND', 'no such file', { cause: error })
      : error;

  /** From a file on the same disk: fsync, then rename, then fsync of the directory. */
  async function settle(path: string, sha256: string): Promise<void> {
    const target = pathOf(sha256);
    await makeDurableDirectory(dirname(target));
    await sync(path);
    await chmod(path, 0o400);
    await rename(path, target);
    await sync(dirname(target));
  }

  /** New directories are themselves fsynced into their parents. */
  async function makeDurableDirectory(path: string): Promise<void> {
    const first = await mkdir(path, { recursive: true, mode: 0o700 });
    if (!first) return;
    for (let made = path; made.length >= first.length; made = dirname(made)) await sync(dirname(made));
  }

  return {
    stage: staging.stage,
    discard: staging.discard,
    sweepStaging: staging.sweep,
    async assertUsable() {
      await makeDurableDirectory(dir);
      await access(dir, constants.R_OK | constants.W_OK);
      await staging.assertWritable();
    },

    async commit(staged) {
      try {
        await settle(staged.path, staged.sha256);
      } catch (error) {
        const isSecondTime = (error as NodeJS.ErrnoException).code === 'ENOENT' && (await this.has(staged.sha256));
        if (!isSecondTime) throw error;
      }
    },

    async write(sha256, bytes) {
      await mkdir(stagingDir, { recursive: true, mode: 0o700 });
      const path = join(stagingDir, randomUUID());
      try {
        await writeFile(path, bytes, { mode: 0o600 });
        await settle(path, sha256);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },

    async open(sha256, range) {
      const path = pathOf(sha256);
      await stat(path).catch((error) => {
        throw notFound(error);
      });
      return createReadStream(path, range);
    },

    digest: (sha256) =>
      digestFile(pathOf(sha256)).catch((error) => {
        throw notFound(error);
      }),

    async checkout(sha256) {
      // A hard link: the file stays as it is for the holder even when it is removed or replaced meanwhile.
      await mkdir(stagingDir, { recursive: true, mode: 0o700 });
      const lent = join(stagingDir, randomUUID());
      await link(pathOf(sha256), lent).catch((error) => {
        throw notFound(error);
      });
      const release = () => rm(lent, { force: true });
      try {
        const found = await digestFile(lent);
        if (found.sha256 !== sha256) throw new StorageError('CORRUPT', `a stored file has the hash ${found.sha256}`);
        return { path: lent, release };
      } catch (error) {
        await release();
        throw error;
      }
    },

    has: async (sha256) => (await unlessMissing(stat(pathOf(sha256)))) !== undefined,
    remove: (sha256) => rm(pathOf(sha256), { force: true }),

    async *list() {
      const entries = await unlessMissing(readdir(dir, { recursive: true, withFileTypes: true }));
      for (const entry of entries ?? []) {
        if (!entry.isFile() || !SHA256.test(entry.name)) continue;
        const found = await unlessMissing(stat(join(entry.parentPath, entry.name)));
        if (found) yield { sha256: entry.name, sizeBytes: found.size, modifiedAt: found.mtime };
      }
    },
  };
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
