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

/** S3 takes no smaller parts (except the last one). */
const PART_BYTES = 5 * 1024 * 1024;

/** In a directory, or in the bucket, so that any web process can go on with what another began. */
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

/** Too little to go on with: a disk keeps some blocks for itself. */
const FULL_BELOW_BYTES = 64 * 1024;

const freeBytesIn = async (dir: string): Promise<number> => {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
};

/** The library hides why a write failed; whether the disk is full is asked afterwards, so that the reader is told. */
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
 * The library removes a begun upload by aborting it, and stops there when there is nothing to abort: the objects of a
 * whole one, and the last small piece of a begun one, would stay for ever.
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
