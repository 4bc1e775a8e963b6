import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@tus/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRadosgw, type S3Server, startRadosgw } from '../../../../scripts/test-servers/radosgw.ts';
import { DirectoryPartials, openPartials } from './open-partials.ts';
import { type PartialFiles, partialId } from './port.ts';

/** What every store of unfinished files must do. */
function suite(open: () => PartialFiles): void {
  const begin = async (size: number) => {
    const id = partialId(randomUUID());
    await open().create(new Upload({ id, size, offset: 0, metadata: {} }));
    return id;
  };

  it('goes on in another process where the first one stopped, and gives back what came', async () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
    const id = await begin(bytes.length);
    await open().write(Readable.from([bytes.subarray(0, 80_000)]), id, 0);
    const other = open();
    expect((await other.getUpload(id)).offset).toBe(80_000);
    expect(await other.write(Readable.from([bytes.subarray(80_000)]), id, 80_000)).toBe(bytes.length);
    expect((await buffer(await open().read(id))).equals(bytes)).toBe(true);
  });

  it('keeps what arrived before the sender went away', async () => {
    const id = await begin(1000);
    const cut = Readable.from(
      (async function* () {
        yield Buffer.alloc(300, 1);
      })(),
    );
    await open().write(cut, id, 0);
    expect((await open().getUpload(id)).offset).toBe(300);
  });

  it('forgets what is removed, begun or whole, and knows nothing of what never was', async () => {
    for (const share of [0.5, 1]) {
      const id = await begin(1000);
      await open().write(Readable.from([Buffer.alloc(1000 * share)]), id, 0);
      await open().remove(id);
      await expect(open().getUpload(id)).rejects.toMatchObject({ status_code: expect.any(Number) });
    }
    await expect(open().getUpload(partialId(randomUUID()))).rejects.toMatchObject({ status_code: 404 });
  });
}

describe('in a directory', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'duai-partials-'));
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));
  suite(() => openPartials({ dir, s3: undefined }));

  it('tells a full disk from a sender that went away', async () => {
    const broken = () =>
      new Readable({
        read() {
          this.destroy(new Error('gone'));
        },
      });
    for (const [freeBytes, expected] of [
      [0, { code: 'ENOSPC' }],
      [1e9, { status_code: 500 }],
    ] as const) {
      const store = new DirectoryPartials(dir, async () => freeBytes);
      const id = partialId(randomUUID());
      await store.create(new Upload({ id, size: 10, offset: 0, metadata: {} }));
      await expect(store.write(broken(), id, 0)).rejects.toMatchObject(expected);
    }
  });
});

if (hasRadosgw()) {
  describe('on the S3 gateway of Ceph', () => {
    let server: S3Server;
    const bucket = 'partials';
    const settings = () => ({ ...server, bucket, region: 'us-east-1' });
    beforeAll(async () => {
      server = await startRadosgw();
      await client().send(new CreateBucketCommand({ Bucket: bucket }));
    }, 120_000);
    afterAll(() => server?.close());
    const client = () =>
      new S3Client({ endpoint: server.endpoint, region: 'us-east-1', forcePathStyle: true, credentials: server });
    suite(() => openPartials({ dir: '', s3: settings() }));

    it('stays apart from whole files and leaves no object behind, begun or whole', async () => {
      const keys = async (id: string) =>
        ((await client().send(new ListObjectsV2Command({ Bucket: bucket, Prefix: id }))).Contents ?? []).map(
          ({ Key }) => Key,
        );
      for (const share of [0.5, 1]) {
        const id = partialId(randomUUID());
        const store = openPartials({ dir: '', s3: settings() });
        await store.create(new Upload({ id, size: 10, offset: 0, metadata: {} }));
        await store.write(Readable.from([Buffer.alloc(10 * share)]), id, 0);
        expect((await keys(id)).length).toBeGreaterThan(0);
        expect((await keys(id)).every((key) => key?.startsWith('partial/'))).toBe(true);
        await store.remove(id);
        expect(await keys(id)).toEqual([]);
      }
    });
  });
}
