import { randomUUID } from 'node:crypto';
import { closeSync, createReadStream, fsync as fsyncWithCallback, openSync } from 'node:fs';
import { access, constants, link, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { unlessMissing } from '../../core/files/missing-file.ts';
import { BLOCK_BYTES } from './blocks.ts';
import { type FileStore, type StagedFile, StorageError } from './port.ts';
import { createStaging, digestFile } from './staging.ts';

const fsync = promisify(fsyncWithCallback);

const SHA256 = /^[0-9a-f]{64}$/;

/**
 * Files below one directory, two levels deep by the first hash digits; file and directory are fsynced before `commit` answers.
 * What can be waited for beside the check of a staged file is begun as soon as it is whole: its bytes, and its directory.
 */
export function createDirectoryStorage({ dir, stagingDir }: { dir: string; stagingDir: string }): FileStore {
  const staging = createStaging(stagingDir, { isSynced: true });
  const pathOf = (sha256: string) => {
    if (!SHA256.test(sha256)) throw new StorageError('NOT_FOUND', 'not a SHA-256');
    return join(dir, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  };
  const notFound = (error: unknown) =>
    (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? new StorageError('NOT_FOUND', 'no such file', { cause: error })
      : error;

  /** What has to be on the disk before the file gets its name. */
  const prepare = (isSynced: Promise<void>, sha256: string) => Promise.all([isSynced, directoryOf(sha256)]);
  const prepared = new WeakMap<StagedFile, Promise<unknown>>();

  /** Takes a file on the same disk, whose bytes are on it: rename, then fsync of the directory. */
  async function settle(path: string, sha256: string, isPrepared: Promise<unknown>) {
    const target = pathOf(sha256);
    await isPrepared;
    await rename(path, target);
    await sync(dirname(target));
  }

  /** Directories that are being made: who needs one of them waits for its parents, whoever makes it. */
  const making = new Map<string, Promise<unknown>>();

  /** Creates directories and fsyncs each into its parent. */
  function durableDirectory(path: string): Promise<unknown> {
    const made = making.get(path) ?? make(path).finally(() => making.delete(path));
    making.set(path, made);
    return made;
  }

  async function make(path: string): Promise<unknown> {
    const parent = dirname(path);
    try {
      await mkdir(path, { mode: 0o700 });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return making.get(parent);
      if (code !== 'ENOENT' || parent === dir) throw error;
      await durableDirectory(parent);
      return make(path);
    }
    return Promise.all([sync(parent), making.get(parent)]);
  }

  /** Made here alone. One that is gone later is not made again: a disk that is not mounted would look like an empty one. */
  const root = durableDirectory(dir);
  root.catch(() => {});

  async function directoryOf(sha256: string): Promise<void> {
    await root;
    await durableDirectory(dirname(pathOf(sha256)));
  }

  return {
    async stage(source, options) {
      const staged = await staging.stage(source, options);
      const ahead = prepare(staging.synced(staged), staged.sha256);
      // A failure is told to who commits the file; of one that is discarded it says nothing.
      ahead.catch(() => {});
      prepared.set(staged, ahead);
      return staged;
    },
    discard: staging.discard,
    sweepStaging: staging.sweep,
    async assertUsable() {
      await root;
      await access(dir, constants.R_OK | constants.W_OK);
      await staging.assertWritable();
    },

    async commit(staged) {
      try {
        const isPrepared = prepared.get(staged) ?? prepare(sync(staged.path), staged.sha256);
        await settle(staged.path, staged.sha256, isPrepared);
      } catch (error) {
        const isSecondTime = (error as NodeJS.ErrnoException).code === 'ENOENT' && (await this.has(staged.sha256));
        if (!isSecondTime) throw error;
      }
    },

    async write(sha256, bytes) {
      await mkdir(stagingDir, { recursive: true, mode: 0o700 });
      const path = join(stagingDir, randomUUID());
      try {
        await writeFile(path, bytes, { mode: 0o400, flush: true });
        await settle(path, sha256, directoryOf(sha256));
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
      return createReadStream(path, { ...range, highWaterMark: BLOCK_BYTES });
    },

    digest: (sha256) =>
      digestFile(pathOf(sha256)).catch((error) => {
        throw notFound(error);
      }),

    async checkout(sha256) {
      // A hard link, so that the borrower's file stays unchanged even when the stored one is removed or replaced.
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

/** Opens and closes without waiting in a queue, which takes longer than they do: of a file or directory that was just used. */
async function sync(path: string): Promise<void> {
  const descriptor = openSync(path, 'r');
  try {
    await fsync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
