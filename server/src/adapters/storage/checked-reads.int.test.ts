import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, later } from '../../core/clock.ts';
import { createLogger } from '../../core/logger.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { connectDatabase } from '../database/connect.ts';
import type { Database } from '../database/port.ts';
import { BLOCK_BYTES, contentOf } from './blocks.ts';
import { createDirectoryStorage } from './directory.ts';
import type { FileStore, Storage } from './port.ts';
import { createSharedFiles } from './shared-files.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let dir: string;
let files: FileStore;
let storage: Storage;
let now = new Date();
const clock = { now: () => now };
const log = createLogger('silent');
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'duai-checked-'));
  database = await createTestDatabase();
  db = await connectDatabase(database.url, { max: 2 });
  // The test inserts images without studies, so the foreign keys are dropped.
  await db.drizzle.execute(sql`alter table instances
    drop constraint instances_study_id_fkey, drop constraint instances_series_id_fkey`);
  files = createDirectoryStorage({ dir: join(dir, 'files'), stagingDir: join(dir, 'staging') });
  storage = createSharedFiles({ files, db, clock, log });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
  await rm(dir, { recursive: true, force: true });
});

const store = (bytes: Buffer): Promise<string> =>
  storage.put(bytes, async (tx, sha256) => {
    await tx.execute(sql`insert into instances (id, study_id, series_id, original_name, kind, sha256, size_bytes)
      values (${randomUUID()}, ${randomUUID()}, ${randomUUID()}, 'a', 'png', ${sha256}, 1)`);
    return sha256;
  });
/** Flips one bit of the stored copy. */
async function flip(sha256: string, bytes: Buffer, at: number): Promise<void> {
  const other = Buffer.from(bytes);
  other[at]! ^= 1;
  await files.write(sha256, other);
}
const openError = (sha256: string, range?: { start: number; end: number }) =>
  storage.open(sha256, range).then(
    () => 'opened',
    (error: { code: string }) => error.code,
  );
const counts = async () => {
  const { damaged, missing, unchecked } = await storage.damage();
  return { damaged, missing, unchecked };
};
const NONE = { damaged: 0, missing: 0, unchecked: 0 };

describe('a stored file of several blocks', () => {
  const bytes = randomBytes(3 * BLOCK_BYTES + 1000);
  const { sha256 } = contentOf(bytes);
  beforeAll(() => store(bytes));

  it.each([
    [0, 0],
    [0, bytes.length - 1],
    [BLOCK_BYTES - 1, BLOCK_BYTES],
    [BLOCK_BYTES, 2 * BLOCK_BYTES - 1],
    [10, 3 * BLOCK_BYTES],
    [3 * BLOCK_BYTES + 999, 3 * BLOCK_BYTES + 5000],
    [bytes.length, bytes.length + 5],
  ])('gives its bytes from %i to %i', async (start, end) => {
    const part = await buffer(await storage.open(sha256, { start, end }));
    expect(part.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  it('[TRU-004] gives no byte of a block with a flipped bit, whatever part is asked for; the parts beside it are given', async () => {
    await flip(sha256, bytes, BLOCK_BYTES + 7);
    expect(await openError(sha256, { start: BLOCK_BYTES + 9, end: BLOCK_BYTES + 9 })).toBe('FILE_DAMAGED');
    expect(await openError(sha256, { start: BLOCK_BYTES, end: 3 * BLOCK_BYTES })).toBe('FILE_DAMAGED');
    const beside = await buffer(await storage.open(sha256, { start: 2 * BLOCK_BYTES, end: bytes.length }));
    expect(beside.equals(bytes.subarray(2 * BLOCK_BYTES))).toBe(true);
    // The first block is undamaged: the stream starts, and fails before the second.
    const begun = await storage.open(sha256);
    const given: Buffer[] = [];
    begun.on('data', (chunk: Buffer) => given.push(chunk));
    const error = await new Promise<{ code?: string }>((resolve) => begun.once('error', resolve));
    expect(error.code).toBe('FILE_DAMAGED');
    expect(Buffer.concat(given).equals(bytes.subarray(0, BLOCK_BYTES))).toBe(true);
    expect(await storage.checkout(sha256).catch((refused: { code: string }) => refused.code)).toBe('FILE_DAMAGED');
    expect(await counts()).toEqual({ ...NONE, damaged: 1 });
  });

  it('[TRU-004] that is too short, or is not there, is damaged too; a new store mends it', async () => {
    await files.write(sha256, bytes.subarray(0, 2 * BLOCK_BYTES + 5));
    expect(await openError(sha256, { start: 2 * BLOCK_BYTES, end: 2 * BLOCK_BYTES })).toBe('FILE_DAMAGED');
    expect(await openError(sha256, { start: 3 * BLOCK_BYTES, end: 3 * BLOCK_BYTES })).toBe('FILE_DAMAGED');
    await files.remove(sha256);
    expect([await openError(sha256), await counts()]).toEqual(['FILE_DAMAGED', { ...NONE, missing: 1 }]);
    await store(bytes);
    expect((await buffer(await storage.open(sha256))).equals(bytes)).toBe(true);
    expect(await counts()).toEqual(NONE);
  });

  it('that its owner deleted meanwhile is not there, and nobody is told of damage', async () => {
    const gone = randomBytes(100);
    const stored = await store(gone);
    await db.drizzle.execute(sql`delete from instances where sha256 = ${stored}`);
    await files.remove(stored);
    expect([await openError(stored), await counts()]).toEqual(['NOT_FOUND', NONE]);
    await store(bytes);
  });

  it('that came again replaces a copy that nobody has found to be damaged', async () => {
    await flip(sha256, bytes, 3);
    await storage.mend([await storage.stage(Readable.from([bytes]), { maxBytes: bytes.length })]);
    expect((await buffer(await storage.open(sha256))).equals(bytes)).toBe(true);
    expect(await storage.sweepStaging(-1)).toBe(0);
  });

  it('[TRU-004] that is mended while somebody still reads the damaged copy is not told as damaged', async () => {
    await flip(sha256, bytes, BLOCK_BYTES + 7);
    // The damaged copy is read whole, and what was read of it comes late.
    let giveOn!: () => void;
    const late = new Promise<void>((resolve) => {
      giveOn = resolve;
    });
    const slow: FileStore = {
      ...files,
      async open(...wish) {
        const read = await buffer(await files.open(...wish));
        return Readable.from(
          (async function* () {
            yield read.subarray(0, BLOCK_BYTES);
            await late;
            yield read.subarray(BLOCK_BYTES);
          })(),
        );
      },
    };
    const begun = await createSharedFiles({ files: slow, db, clock, log }).open(sha256);
    await store(bytes);
    const end = buffer(begun).catch((error: { code: string }) => error.code);
    giveOn();
    expect(await end).toBe('FILE_DAMAGED');
    expect(await counts()).toEqual(NONE);
  });

  it('leaves no open file behind when its reader goes away', async () => {
    const stream = await storage.open(sha256);
    stream.destroy();
    await new Promise((resolve) => stream.once('close', resolve));
    expect(stream.errored).toBeNull();
  });
});

describe('a file that was stored before blocks were kept', () => {
  it('[TRU-004] is checked whole before its first byte, and gets its blocks', async () => {
    const bytes = randomBytes(BLOCK_BYTES + 10);
    const sha256 = await store(bytes);
    const forget = () =>
      db.drizzle.execute(
        sql`update stored_files set blocks = null, size_bytes = null, checked_at = null where sha256 = ${sha256}`,
      );
    await forget();
    await flip(sha256, bytes, BLOCK_BYTES + 2);
    expect(await openError(sha256, { start: 0, end: 5 })).toBe('FILE_DAMAGED');
    await files.write(sha256, bytes);
    expect(await counts()).toEqual({ damaged: 1, missing: 0, unchecked: 1 });
    expect((await buffer(await storage.open(sha256, { start: 0, end: 5 }))).equals(bytes.subarray(0, 6))).toBe(true);
    expect(await counts()).toEqual(NONE);
    await forget();
    expect(await storage.countDueChecks(1000)).toBe(1);
    expect(await storage.checkOldest({ damaged: false, limit: 1 })).toBe(1);
    expect(await counts()).toEqual(NONE);
  });
});

describe('the nightly check', () => {
  it('[TRU-004] reads every file within its days, a share each night, and finds damage that nobody asked for', async () => {
    await db.drizzle.execute(sql`truncate stored_files, instances cascade`);
    const contents = Array.from({ length: 12 }, () => randomBytes(100));
    const hashes = [];
    for (const bytes of contents) hashes.push(await store(bytes));
    await flip(hashes[4]!, contents[4]!, 50);
    await files.remove(hashes[7]!);
    const shares = [];
    for (let night = 0; night < 4; night += 1) {
      now = later(now, DAY_MS);
      const due = await storage.countDueChecks(4);
      shares.push(await storage.checkOldest({ damaged: false, limit: due }));
    }
    expect(shares).toEqual([3, 3, 3, 3]);
    const { files: found, oldestCheckAt } = await storage.damage();
    expect(Object.fromEntries(found.map((file) => [file.sha256, file.damage]))).toEqual({
      [hashes[4]!]: 'damaged',
      [hashes[7]!]: 'missing',
    });
    expect(oldestCheckAt!.getTime()).toBeGreaterThan(now.getTime() - 4 * DAY_MS);
    // Several nights were missed: everything overdue is checked at once.
    now = later(now, 10 * DAY_MS);
    expect(await storage.countDueChecks(4)).toBe(12);
    await files.write(hashes[4]!, contents[4]!);
    expect(await storage.checkOldest({ damaged: true, limit: 5 })).toBe(2);
    expect(await counts()).toEqual({ damaged: 0, missing: 1, unchecked: 0 });
  });

  it('lets go of a damaged file that nobody refers to', async () => {
    const bytes = Buffer.from('kimsenin');
    const { sha256 } = contentOf(bytes);
    await storage.put(bytes, async () => undefined);
    await flip(sha256, bytes, 1);
    const before = await counts();
    expect(await storage.check(sha256)).toBe('damaged');
    expect([await storage.has(sha256), await counts()]).toEqual([false, before]);
  });

  it('tells a store that cannot be reached from a damaged file', async () => {
    const bytes = Buffer.from('uzakta');
    const sha256 = await store(bytes);
    const before = await counts();
    await rm(join(dir, 'files'), { recursive: true });
    await writeFile(join(dir, 'files'), 'not a directory');
    expect(await openError(sha256)).toBe('ENOTDIR');
    expect(await counts()).toEqual(before);
  });
});
