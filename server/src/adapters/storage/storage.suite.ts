import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BLOCK_BYTES } from './blocks.ts';
import type { FileStore } from './port.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = (text: string) => Buffer.from(text);

/** What every file store does. The suite runs each implementation on the real storage behind it. */
export function storageSuite(name: string, open: () => Promise<{ storage: FileStore; close(): Promise<void> }>): void {
  describe(name, () => {
    let storage: FileStore;
    let close: () => Promise<void>;
    beforeAll(async () => ({ storage, close } = await open()));
    afterAll(() => close());

    async function put(bytes: Buffer): Promise<string> {
      await storage.write(sha256(bytes), bytes);
      return sha256(bytes);
    }

    it('stages with size and hash, commits by content, and gives back the same bytes', async () => {
      const bytes = Buffer.alloc(3_000_000, 'ğ');
      const staged = await storage.stage(Readable.from([bytes.subarray(0, 10), bytes.subarray(10)]), {
        maxBytes: 4_000_000,
      });
      expect([staged.sizeBytes, staged.sha256]).toEqual([bytes.length, sha256(bytes)]);
      const { length } = bytes;
      const blocks = [0, 1, 2].map((number) => bytes.subarray(number * BLOCK_BYTES, (number + 1) * BLOCK_BYTES));
      expect([length, staged.blocks.toString('hex')]).toEqual([3_000_000, blocks.map(sha256).join('')]);
      await storage.commit(staged);
      expect(await storage.digest(staged.sha256)).toEqual({
        sha256: staged.sha256,
        sizeBytes: length,
        blocks: staged.blocks,
      });
      expect(sha256(await buffer(await storage.open(staged.sha256)))).toBe(staged.sha256);
      expect((await buffer(await storage.open(staged.sha256, { start: 4, end: 7 }))).length).toBe(4);
    });

    it('commits twice, and the same content twice, as once', async () => {
      const stage = () => storage.stage(Readable.from([bytesOf('aynı içerik')]), { maxBytes: 100 });
      const [first, second] = [await stage(), await stage()];
      await storage.commit(first);
      await storage.commit(first);
      await storage.commit(second);
      expect(await storage.has(first.sha256)).toBe(true);
    });

    it('says that it is usable, and leaves nothing of the probe', async () => {
      await storage.assertUsable();
      expect(await storage.sweepStaging(-1)).toBe(0);
    });

    it('leaves nothing of a stream that is too large or breaks', async () => {
      await expect(storage.stage(Readable.from([Buffer.alloc(11)]), { maxBytes: 10 })).rejects.toMatchObject({
        code: 'TOO_LARGE',
      });
      const broken = new Readable({
        read() {
          this.push(Buffer.alloc(5));
          this.destroy(new Error('cut'));
        },
      });
      await expect(storage.stage(broken, { maxBytes: 100 })).rejects.toMatchObject({ code: 'ABORTED' });
      expect(await storage.sweepStaging(-1)).toBe(0);
    });

    it('discards and sweeps what was staged and never committed', async () => {
      const stage = () => storage.stage(Readable.from([bytesOf('bırakılan')]), { maxBytes: 100 });
      const discarded = await stage();
      await storage.discard(discarded);
      expect(await storage.has(discarded.sha256)).toBe(false);
      await stage();
      expect(await storage.sweepStaging(-1)).toBe(1);
    });

    it('lends verified local copies', async () => {
      const key = await put(bytesOf('ödünç'));
      const lent = await storage.checkout(key);
      expect(await readFile(lent.path, 'utf8')).toBe('ödünç');
      await lent.release();
      await expect(readFile(lent.path)).rejects.toMatchObject({ code: 'ENOENT' });
    });

    it('lists and removes; what is not there is NOT_FOUND', async () => {
      const key = await put(bytesOf('silinecek'));
      const listed = [];
      for await (const file of storage.list()) listed.push(file.sha256);
      expect(listed).toContain(key);
      await storage.remove(key);
      expect(await storage.has(key)).toBe(false);
      await expect(storage.open(key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(storage.checkout(key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(storage.digest(key)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });
  });
}
