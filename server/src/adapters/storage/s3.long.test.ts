import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRadosgw, type S3Server, startRadosgw } from '../../../../scripts/test-servers/radosgw.ts';
import { contentOf } from './blocks.ts';
import { createS3Storage } from './s3.ts';
import { storageSuite } from './storage.suite.ts';

const Bucket = 'duai';
const settingsOf = (server: S3Server, stagingDir: string) => ({
  bucket: Bucket,
  endpoint: server.endpoint,
  region: 'us-east-1',
  accessKeyId: server.accessKeyId,
  secretAccessKey: server.secretAccessKey,
  stagingDir,
});
const clientOf = ({ endpoint, accessKeyId, secretAccessKey }: S3Server) =>
  new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });

if (hasRadosgw()) {
  describe('on the S3 gateway of Ceph', () => {
    let server: S3Server;
    let dir: string;
    beforeAll(async () => {
      dir = await mkdtemp(join(tmpdir(), 'duai-s3-'));
      server = await startRadosgw();
      await clientOf(server).send(new CreateBucketCommand({ Bucket }));
    });
    afterAll(async () => {
      await server?.close();
      await rm(dir, { recursive: true, force: true });
    });

    storageSuite('storage in a bucket', async () => ({
      storage: createS3Storage(settingsOf(server, join(dir, 'staging'))),
      close: async () => undefined,
    }));

    it('refuses an object whose content was changed, and keeps no copy of it', async () => {
      const stagingDir = join(dir, 'changed');
      const storage = createS3Storage(settingsOf(server, stagingDir));
      const { sha256 } = contentOf(Buffer.from('özgün'));
      await storage.write(sha256, Buffer.from('özgün'));
      await clientOf(server).send(new PutObjectCommand({ Bucket, Key: `files/${sha256}`, Body: 'değiştirilmiş' }));
      await expect(storage.checkout(sha256)).rejects.toMatchObject({ code: 'CORRUPT' });
      expect(await readdir(stagingDir)).toEqual([]);
      await storage.write(sha256, Buffer.from('özgün'));
      await (await storage.checkout(sha256)).release();
    });

    it('a wrong key is an error, not an empty storage', async () => {
      const storage = createS3Storage({ ...settingsOf(server, join(dir, 'wrong')), secretAccessKey: 'wrong' });
      await expect(storage.has('ab'.repeat(32))).rejects.toThrow();
      await expect(storage.write('ab'.repeat(32), Buffer.from('x'))).rejects.toThrow();
    });
  });
} else {
  // Vitest requires a test in every file; this line says why there is no other.
  console.log('radosgw is not installed and cannot be had: storage in a bucket is not tried');
  it('without radosgw the bucket is not tried', () => expect(hasRadosgw()).toBe(false));
}
