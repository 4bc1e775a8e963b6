import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRadosgw, type S3Server, startRadosgw } from '../../../../scripts/test-servers/radosgw.ts';
import { DAY_MS, later, systemClock } from '../../core/clock.ts';
import { createLogger } from '../../core/logger.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { inEveryOrder } from '../../testing/every-order.ts';
import { connectDatabase } from '../database/connect.ts';
import type { Database, Tx } from '../database/port.ts';
import { contentOf } from './blocks.ts';
import { createDirectoryStorage } from './directory.ts';
import type { FileStore, Storage } from './port.ts';
import { createS3Storage } from './s3.ts';
import { createSharedFiles } from './shared-files.ts';

const log = createLogger('silent');
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'duai-shared-'));
  database = await createTestDatabase();
  db = await connectDatabase(database.url, { max: 2 });
  // The test inserts images without studies, so the foreign keys are dropped.
  await db.drizzle.execute(sql`alter table instances
    drop constraint instances_study_id_fkey, drop constraint instances_series_id_fkey`);
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
  await rm(dir, { recursive: true, force: true });
});

const inDirectory = (): FileStore =>
  createDirectoryStorage({ dir: join(dir, 'files'), stagingDir: join(dir, 'staging') });
const share = (files: FileStore, of: Database = db, clock = systemClock): Storage =>
  createSharedFiles({ files, db: of, clock, log });

type Queries = Pick<Tx, 'execute'>;
const refer = (on: Queries, owner: string, sha256: string) =>
  on.execute(sql`insert into instances (id, study_id, series_id, original_name, kind, sha256, size_bytes)
    values (${randomUUID()}, ${owner}, ${owner}, 'a', 'png', ${sha256}, 1)`);
const forget = (on: Queries, owner: string) => on.execute(sql`delete from instances where study_id = ${owner}`);
const countRows = async (table: 'file_holds' | 'stored_files' | 'instances') =>
  (await db.drizzle.execute<{ rows: number }>(sql`select count(*)::int as rows from ${sql.identifier(table)}`)).rows[0]!
    .rows;

/** The steps of an upload: stage, commit under a hold, refer to the file. */
async function store(files: Storage, on: Database, owner: string, bytes: Buffer): Promise<void> {
  const staged = await files.stage(Readable.from([bytes]), { maxBytes: 1_000_000 });
  await files.hold([staged], async (hold) => {
    await files.commit(staged, hold);
    await on.transaction(async (tx) => {
      await hold.release(tx);
      await refer(tx, owner, staged.sha256);
    });
  });
}

describe('two owners of the same bytes', () => {
  const bytes = Buffer.from('aynı görüntü');
  const { sha256 } = contentOf(bytes);
  const [first, second] = [randomUUID(), randomUUID()];

  /** Separate connections, each running one statement at a time, so that the test knows who waits for whom. */
  const connections: Record<'delete' | 'store', { db: Database; pid: number }> = {} as never;
  beforeAll(async () => {
    for (const name of ['delete', 'store'] as const) {
      const own = await connectDatabase(database.url, { max: 1 });
      const { rows } = await own.drizzle.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      connections[name] = { db: own, pid: rows[0]!.pid };
    }
  });
  afterAll(async () => {
    for (const { db: own } of Object.values(connections)) await own.close();
  });
  const isBlocked = async (name: string): Promise<boolean> => {
    const { pid } = connections[name as 'delete' | 'store'];
    const { rows } = await db.drizzle.execute<{ waits: boolean }>(
      sql`select cardinality(pg_blocking_pids(${pid})) > 0 as waits`,
    );
    return rows[0]!.waits;
  };

  /** Every statement, every commit and every touch of a file is a step. */
  function stepped(name: 'delete' | 'store', step: () => Promise<void>): { on: Database; files: Storage } {
    const { db: own } = connections[name];
    const queries = <Q extends Queries>(target: Q): Q =>
      new Proxy(target, {
        get(object, key) {
          const value: unknown = Reflect.get(object, key, object);
          if (key !== 'execute') return value;
          return (query: never) => step().then(() => (value as (query: never) => unknown).call(object, query));
        },
      });
    const on: Database = {
      ...own,
      drizzle: queries(own.drizzle),
      transaction: (run) =>
        own.transaction(async (tx) => {
          const answer = await run(queries(tx));
          await step();
          return answer;
        }),
    };
    const files = new Proxy(inDirectory(), {
      get(object, key: keyof FileStore) {
        if (!['commit', 'write', 'remove', 'has'].includes(key)) return object[key];
        return async (...wish: never[]) => {
          await step();
          return (object[key] as (...wish: never[]) => unknown).apply(object, wish);
        };
      },
    });
    return { on, files: share(files, on) };
  }

  type Act = (files: Storage, on: Database) => Promise<unknown>;
  const races: [string, { store: Act; delete: Act }][] = [
    [
      'an upload survives a scan or an account that is deleted',
      {
        store: (files, on) => store(files, on, second, bytes),
        delete: async (files, on) => {
          await on.transaction((tx) => forget(tx, first));
          await files.removeUnreferenced([sha256]);
        },
      },
    ],
    [
      'a preview or a PDF survives the data of an institution that is deleted',
      {
        store: (files) => files.put(bytes, (tx, hash) => refer(tx, second, hash)),
        delete: (files, on) =>
          on.transaction(async (tx) => {
            await forget(tx, first);
            await files.removeUnreferenced([sha256], tx);
          }),
      },
    ],
  ];

  it.each(races)('[TRU-002] %s, in every order of their steps', async (_, acts) => {
    const whole = share(inDirectory());
    await store(whole, db, first, bytes);
    const orders = await inEveryOrder(
      async () => {
        await db.drizzle.execute(sql`update instances set study_id = ${first}`);
        const side = (name: 'delete' | 'store') => async (step: () => Promise<void>) => {
          const { files, on } = stepped(name, step);
          await acts[name](files, on);
        };
        return { sides: { delete: side('delete'), store: side('store') }, isBlocked };
      },
      async (order) => {
        const stays = await whole.open(sha256).then(buffer, () => 'lost');
        expect(stays.toString(), order.join(' ')).toBe(bytes.toString());
        expect([await countRows('stored_files'), await countRows('file_holds')]).toEqual([1, 0]);
      },
    );
    expect(orders).toBeGreaterThan(100);
    // Nothing refers to the file any more, so it is deleted.
    await forget(db.drizzle, second);
    expect(await whole.removeUnreferenced([sha256])).toEqual({ removed: [sha256], held: [] });
    expect([await whole.has(sha256), await countRows('stored_files')]).toEqual([false, 0]);
  });
});

describe('a hold', () => {
  it('keeps a file from being removed until the submission that failed has ended', async () => {
    const files = share(inDirectory());
    const bytes = Buffer.from('yarım kalan');
    const { sha256 } = contentOf(bytes);
    const failing = files.put(bytes, async () => {
      expect(await files.removeUnreferenced([sha256])).toEqual({ removed: [], held: [sha256] });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await files.removeUnreferenced([sha256])).toEqual({ removed: [sha256], held: [] });
  });

  it('of a process that was killed ends after a day; whoever comes later with it is refused, not lied to', async () => {
    let now = new Date();
    const files = share(inDirectory(), db, { now: () => now });
    const bytes = Buffer.from('bekleyen');
    const { sha256 } = contentOf(bytes);
    const late = files.put(bytes, async () => {
      now = later(now, DAY_MS + 1);
      await files.sweepHolds();
      expect(await files.removeUnreferenced([sha256])).toEqual({ removed: [sha256], held: [] });
    });
    await expect(late).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    expect(await files.has(sha256)).toBe(false);
  });
});

/** Pseudo-random small numbers, the same in every run (Lehmer, 1951). */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

const PAIRS = 1000;
const HASHES = 20;
const WORKERS = 8;

/** Two servers on one database and one file store, with four owners each at a time. */
async function stress(open: () => FileStore): Promise<void> {
  await db.drizzle.execute(sql`truncate instances, stored_files, file_holds cascade`);
  const contents = Array.from({ length: HASHES }, (_, index) => Buffer.from(`içerik ${index}`));
  const servers = await Promise.all(
    [1, 2].map(async () => {
      const own = await connectDatabase(database.url, { max: WORKERS / 2 });
      return { on: own, files: share(open(), own) };
    }),
  );
  const remaining = Array.from({ length: PAIRS }, (_, pair) => pair).values();
  const lost: number[] = [];
  await Promise.all(
    Array.from({ length: WORKERS }, async (_, worker) => {
      const { on, files } = servers[worker % servers.length]!;
      const pick = chance(worker + 1);
      for (const pair of remaining) {
        const owner = randomUUID();
        const bytes = contents[pick(HASHES)]!;
        const { sha256 } = contentOf(bytes);
        await store(files, on, owner, bytes);
        const found = await files.open(sha256).then(buffer, () => undefined);
        if (!found?.equals(bytes)) lost.push(pair);
        await on.transaction((tx) => forget(tx, owner));
        await files.removeUnreferenced([sha256]);
      }
    }),
  );
  const [{ files }] = servers as [(typeof servers)[0]];
  const left = [];
  for await (const file of files.list()) left.push(file.sha256);
  expect({
    lost,
    left: left.length,
    holds: await countRows('file_holds'),
    rows: await countRows('stored_files'),
  }).toEqual({ lost: [], left: 0, holds: 0, rows: 0 });
  for (const { on } of servers) await on.close();
}

describe('1,000 files stored and deleted by several owners, of 20 different contents', () => {
  it('[TRU-002] are there as long as they are referred to, and gone afterwards, in a directory', async () => {
    await rm(join(dir, 'files'), { recursive: true, force: true });
    await stress(inDirectory);
  });

  if (hasRadosgw()) {
    let server: S3Server;
    beforeAll(async () => {
      server = await startRadosgw();
      const credentials = { accessKeyId: server.accessKeyId, secretAccessKey: server.secretAccessKey };
      const client = new S3Client({
        endpoint: server.endpoint,
        region: 'us-east-1',
        forcePathStyle: true,
        credentials,
      });
      await client.send(new CreateBucketCommand({ Bucket: 'duai' }));
    });
    afterAll(() => server?.close());

    it('[TRU-002] are there as long as they are referred to, and gone afterwards, in a bucket', () =>
      stress(() =>
        createS3Storage({
          bucket: 'duai',
          endpoint: server.endpoint,
          region: 'us-east-1',
          accessKeyId: server.accessKeyId,
          secretAccessKey: server.secretAccessKey,
          stagingDir: join(dir, 'staging'),
        }),
      ));
  } else {
    console.log('radosgw is not installed and cannot be had: storage in a bucket is not tried');
  }
});
