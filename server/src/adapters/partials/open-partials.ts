import { statfs } from 'node:fs/promises';
import { FileStore } from '@tus/file-store';
import { S3Store } from '@tus/s3-store';
import { ERRORS } from '@tus/server';
import type { PartialFiles } from './port.ts';

interface S3Partials {
  bucket: string;
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Smallest part that S3 accepts, except for the last part. */
const PART_BYTES = 5 * 1024 * 1024;

/** Stores partial files in a directory or in the bucket, so that any web process can continue an upload. */
export function openPartials({ dir, s3 }: { dir: string; s3: S3Partials | undefined }): PartialFiles {
  if (!s3) return new DirectoryPartials(dir);
  return new BucketPartials({
    partSize: PART_BYTES,
    useTags: false,
    s3ClientConfig: {
      bucket: s3.bucket,
      region: s3.region,
      endpoint: s3.endpoint,
      forcePathStyle: s3.endpoint !== undefined,
      credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    },
  });
}

/** With less free space the disk counts as full, since it reserves some blocks. */
const FULL_BELOW_BYTES = 64 * 1024;

const freeBytesIn = async (dir: string): Promise<number> => {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
};

/** The library hides why a write failed, so the free space is checked afterwards to report a full disk. */
export class DirectoryPartials extends FileStore {
  readonly #freeBytes: () => Promise<number>;

  constructor(dir: string, freeBytes = () => freeBytesIn(dir)) {
    super({ directory: dir });
    this.#freeBytes = freeBytes;
  }

  override async write(...write: Parameters<FileStore['write']>): Promise<number> {
    try {
      return await super.write(...write);
    } catch (error) {
      if ((await this.#freeBytes()) >= FULL_BELOW_BYTES) throw error;
      throw Object.assign(new Error('the disk of the partial files is full', { cause: error }), { code: 'ENOSPC' });
    }
  }
}

/**
 * Removes every object of an upload. The library only aborts an unfinished upload: the objects of a finished one, and
 * the last small part of an unfinished one, would stay for ever.
 */
class BucketPartials extends S3Store {
  override async remove(id: string): Promise<void> {
    await this.getUpload(id);
    try {
      await super.remove(id);
    } catch (error) {
      if ((error as { status_code?: number }).status_code !== ERRORS.FILE_NOT_FOUND.status_code) throw error;
    }
    const Objects = ['', '.info', '.part'].map((suffix) => ({ Key: `${id}${suffix}` }));
    await this.client.deleteObjects({ Bucket: this.bucket, Delete: { Objects } });
    await this.clearCache(id);
  }
}
