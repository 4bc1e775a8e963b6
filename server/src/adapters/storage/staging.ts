import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { unlessMissing } from '../../core/files/missing-file.ts';
import { createContentHash, type FileContent } from './blocks.ts';
import { type StagedFile, type StageOptions, StorageError } from './port.ts';

/** Files are written in pieces of this size, for few system calls and little memory. */
const WRITE_BYTES = 256 * 1024;

/**
 * The private directory in which files are until they are known to be whole. `isSynced`: their bytes are brought to the
 * disk, and are there once `synced` ends.
 */
export function createStaging(dir: string, { isSynced = false } = {}) {
  const ready = mkdir(dir, { recursive: true, mode: 0o700 });
  const syncs = new WeakMap<StagedFile, Promise<void>>();

  return {
    async stage(source: Readable, { maxBytes }: StageOptions): Promise<StagedFile> {
      await ready;
      const path = join(dir, randomUUID());
      const hash = createContentHash();
      // Nobody writes to it again, wherever it lies later.
      const file = await open(path, 'wx', 0o400);
      let sizeBytes = 0;
      let pending: Buffer[] = [];
      let pendingBytes = 0;
      let written: Promise<void> = Promise.resolve();
      // One piece is written while the next one comes.
      const flush = async () => {
        await written;
        written = writeAll(file, pending, pendingBytes);
        written.catch(() => {});
        pending = [];
        pendingBytes = 0;
      };
      try {
        for await (const chunk of source as AsyncIterable<Buffer>) {
          sizeBytes += chunk.length;
          if (sizeBytes > maxBytes) throw new StorageError('TOO_LARGE', `more than ${maxBytes} bytes`);
          hash.update(chunk);
          pending.push(chunk);
          pendingBytes += chunk.length;
          if (pendingBytes >= WRITE_BYTES) await flush();
        }
        await flush();
        const content = hash.digest();
        await written;
        const staged = { path, ...content };
        if (!isSynced) {
          await file.close();
          return staged;
        }
        const onDisk = file.sync().finally(() => file.close());
        // A failure is told to whoever waits for it; of a file that is discarded it says nothing.
        onDisk.catch(() => {});
        syncs.set(staged, onDisk);
        return staged;
      } catch (error) {
        await written.catch(() => {});
        await file.close().catch(() => {});
        await rm(path, { force: true });
        throw isOwnFault(error) ? error : new StorageError('ABORTED', 'the sender went away', { cause: error });
      }
    },

    /** Writes a file and deletes it again, to detect a full or read-only disk. */
    async assertWritable(): Promise<void> {
      await ready;
      const path = join(dir, randomUUID());
      try {
        await writeFile(path, 'probe', { mode: 0o600, flush: true });
      } finally {
        await rm(path, { force: true });
      }
    },

    /** Ends when the bytes of a file that was staged here are on the disk. */
    synced: async (staged: StagedFile): Promise<void> => syncs.get(staged),

    discard: (staged: StagedFile) => rm(staged.path, { force: true }),

    async sweep(olderThanMs: number): Promise<number> {
      await ready;
      let removed = 0;
      for (const name of await readdir(dir)) {
        const path = join(dir, name);
        const found = await unlessMissing(stat(path));
        if (found && Date.now() - found.mtimeMs > olderThanMs) {
          await rm(path, { force: true });
          removed += 1;
        }
      }
      return removed;
    },
  };
}

/** A disk that gets full takes a part of what it is given, and tells so with the next piece only. */
async function writeAll(file: FileHandle, parts: Buffer[], length: number): Promise<void> {
  if (length === 0) return;
  const { bytesWritten } = await file.writev(parts);
  if (bytesWritten < length) await file.writeFile(Buffer.concat(parts).subarray(bytesWritten));
}

/** A full disk or a limit is our error; any other early end of a stream is the sender's. */
const isOwnFault = (error: unknown): boolean =>
  error instanceof StorageError ||
  ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EACCES', 'EROFS', 'EMFILE'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );

/** Size and hashes of a file, read in pieces. */
export async function digestFile(path: string): Promise<FileContent> {
  const hash = createContentHash();
  // Buffers are reused: new ones are memory outside the heap that is freed late, 100 MB for thousands of slices.
  const buffer = idleBuffers.pop() ?? Buffer.allocUnsafeSlow(READ_BYTES);
  const file = await open(path, 'r');
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return hash.digest();
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
    if (idleBuffers.length < KEPT_BUFFERS) idleBuffers.push(buffer);
  }
}

const READ_BYTES = 256 * 1024;
const KEPT_BUFFERS = 4;
const idleBuffers: Buffer[] = [];
