import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { type Storage, StorageError } from './port.ts';
import { createStaging, hashFile } from './staging.ts';

export interface S3Settings {
  bucket: string;
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  stagingDir: string;
}

const PREFIX = 'files/';

/** The same files in a bucket of an S3-compatible server. An object is written only if it is not there (If-None-Match). */
export function createS3Storage(settings: S3Settings): Storage {
  const { bucket: Bucket, stagingDir } = settings;
  const staging = createStaging(stagingDir);
  const client = new S3Client({
    region: settings.region,
    endpoint: settings.endpoint,
    forcePathStyle: settings.endpoint !== undefined,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const keyOf = (sha256: string) => `${PREFIX}${sha256}`;

  async function write(sha256: string, Body: Readable | Uint8Array, ContentLength: number): Promise<void> {
    try {
      await client.send(new PutObjectCommand({ Bucket, Key: keyOf(sha256), Body, ContentLength, IfNoneMatch: '*' }));
    } catch (error) {
      if (statusOf(error) !== 412) throw error;
    }
  }

  async function open(sha256: string, range?: { start: number; end: number }): Promise<Readable> {
    try {
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
      const found = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(sha256), Range }));
      return found.Body as Readable;
    } catch (error) {
      throw statusOf(error) === 404 ? new StorageError('NOT_FOUND', 'no such object', { cause: error }) : error;
    }
  }

  return {
    stage: staging.stage,
    discard: staging.discard,
    sweepStaging: staging.sweep,
    async assertUsable() {
      await client.send(new HeadBucketCommand({ Bucket }));
      await staging.assertWritable();
    },

    async commit(staged) {
      // Asked first: what is there need not travel again. If-None-Match decides when two come at once.
      if (await this.has(staged.sha256)) return staging.discard(staged);
      await write(staged.sha256, createReadStream(staged.path), staged.sizeBytes);
      await staging.discard(staged);
    },

    async put(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await write(sha256, bytes, bytes.length);
      return { sha256, sizeBytes: bytes.length };
    },

    open,

    async checkout(sha256) {
      await mkdir(stagingDir, { recursive: true, mode: 0o700 });
      const path = join(stagingDir, randomUUID());
      const release = () => rm(path, { force: true });
      try {
        await pipeline(await open(sha256), createWriteStream(path, { mode: 0o600 }));
        const found = await hashFile(path);
        if (found !== sha256) throw new StorageError('CORRUPT', `stored object ${sha256} has the hash ${found}`);
        return { path, release };
      } catch (error) {
        await release();
        throw error;
      }
    },

    async has(sha256) {
      try {
        await client.send(new HeadObjectCommand({ Bucket, Key: keyOf(sha256) }));
        return true;
      } catch (error) {
        if (statusOf(error) === 404) return false;
        throw error;
      }
    },

    async remove(sha256) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(sha256) }));
    },

    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: PREFIX, ContinuationToken }));
        for (const object of page.Contents ?? []) {
          yield {
            sha256: object.Key!.slice(PREFIX.length),
            sizeBytes: object.Size ?? 0,
            modifiedAt: object.LastModified ?? new Date(),
          };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
