import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
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
import { given } from '@duai/contract';
import { unlessMissing } from '../../core/files/missing-file.ts';
import { createContentHash } from './blocks.ts';
import { type FileStore, StorageError } from './port.ts';
import { createStaging, digestFile } from './staging.ts';

export interface S3Settings {
  bucket: string;
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  stagingDir: string;
}

const PREFIX = 'files/';

/** Stores files in a bucket of an S3-compatible server, which makes an object durable and whole before it answers. */
export function createS3Storage(settings: S3Settings): FileStore {
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
    await client.send(new PutObjectCommand({ Bucket, Key: keyOf(sha256), Body, ContentLength }));
  }

  async function open(sha256: string, range?: { start: number; end: number }): Promise<Readable> {
    try {
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
      const found = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(sha256), Range }));
      return found.Body as Readable;
    } catch (error) {
      if (statusOf(error) === 404) throw new StorageError('NOT_FOUND', 'no such object', { cause: error });
      // RFC 9110 section 15.5.17: the object is shorter than the requested range.
      if (statusOf(error) === 416) throw new StorageError('CORRUPT', 'a stored object is too short', { cause: error });
      throw error;
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
      const isStaged = await unlessMissing(stat(staged.path));
      if (!isStaged && (await this.has(staged.sha256))) return;
      await write(staged.sha256, createReadStream(staged.path), staged.sizeBytes);
      await staging.discard(staged);
    },
    write: (sha256, bytes) => write(sha256, bytes, bytes.length),

    open,

    async digest(sha256) {
      const hash = createContentHash();
      for await (const chunk of (await open(sha256)) as AsyncIterable<Buffer>) hash.update(chunk);
      return hash.digest();
    },

    async checkout(sha256) {
      await mkdir(stagingDir, { recursive: true, mode: 0o700 });
      const path = join(stagingDir, randomUUID());
      const release = () => rm(path, { force: true });
      try {
        await pipeline(await open(sha256), createWriteStream(path, { mode: 0o600 }));
        const found = await digestFile(path);
        if (found.sha256 !== sha256) throw new StorageError('CORRUPT', `a stored object has the hash ${found.sha256}`);
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
            sha256: given(object.Key, 'the key of an object').slice(PREFIX.length),
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
