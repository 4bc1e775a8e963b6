import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fill } from '../../scripts/bench/fill.ts';
import type { Database, Tx } from './adapters/database/port.ts';
import { createDirectoryStorage } from './adapters/storage/directory.ts';
import { createSharedFiles } from './adapters/storage/shared-files.ts';
import { systemContext } from './core/actor.ts';
import { createFeatures, type Features } from './features.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

/** The number of studies; each has 10 images. */
const SMALL = 400;
const LARGE = 4000;
/** Below this size, reading a table from end to end costs no more than using an index. */
const SMALL_TABLE_ROWS = 1000;

interface Cost {
  /** Blocks of 8 KiB of tables and indexes that were read or written. */
  blocks: number;
  /** Rows that sequential scans read, by table. */
  scanned: Record<string, number>;
}

let server: TestServer;
let features: Features;
let db: Database;
const handlers = new Map<string, (payload: never) => Promise<void>>();
let cost: Cost;
const institutionId = randomUUID();
const own = { patientId: '', radiologistId: '' };

beforeAll(async () => {
  // Without a worker nobody else uses the tables.
  server = await startTestServer({ DUAI_ROLE: 'web' });
  const { parts } = server;
  db = counting(parts.db);
  const files = createDirectoryStorage({
    dir: join(server.dataDir, 'files'),
    stagingDir: join(server.dataDir, 'staging'),
  });
  features = createFeatures(
    {
      ...parts,
      db,
      storage: createSharedFiles({ files, db, clock: parts.clock, log: parts.log }),
      queue: {
        ...parts.queue,
        handle: (job, handler) => void handlers.set(job.name, (payload) => handler(payload, {} as never)),
        schedule: () => undefined,
      },
    },
    () => server.address,
  );
  features.rights.registerJobs();
  await server.staff('radiologist');
  await server.patient({ isVerified: false });
  const run = (query: ReturnType<typeof sql>) => parts.db.drizzle.execute<{ id: string }>(query);
  own.radiologistId = (await run(sql`select id from staff`)).rows[0]!.id;
  own.patientId = (await run(sql`select id from patients`)).rows[0]!.id;
  await run(sql`insert into institutions (id, name, country) values (${institutionId}, 'Ölçüm', 'Other')`);
  await run(sql`insert into trials (institution_id, plan, scan_limit, activated_at, expires_at, upgraded_at)
    values (${institutionId}, 'pay-per-scan', 100, now(), now() + interval '1 day', now())`);
});
afterAll(() => server?.end());

/** Adds up what each transaction read and wrote. */
function counting(db: Database): Database {
  return {
    ...db,
    transaction: (run) =>
      db.transaction(async (tx) => {
        // The counts continue across transactions on a connection, so the difference belongs to this one.
        const before = new Map((await touched(tx)).map((row) => [row.table, row]));
        const answer = await run(tx);
        for (const { table, scanned, blocks } of await touched(tx)) {
          const earlier = before.get(table);
          cost.blocks += blocks - (earlier?.blocks ?? 0);
          cost.scanned[table] = (cost.scanned[table] ?? 0) + scanned - (earlier?.scanned ?? 0);
        }
        return answer;
      }),
  };
}

async function touched(tx: Tx) {
  const { rows } = await tx.execute<{ table: string; scanned: number; blocks: number }>(sql`
    select relname as table, seq_tup_read::int as scanned,
      (pg_stat_get_xact_blocks_fetched(relid) + coalesce((
        select sum(pg_stat_get_xact_blocks_fetched(indexrelid)) from pg_index where indrelid = relid), 0))::int as blocks
    from pg_stat_xact_user_tables where schemaname = 'public'`);
  return rows;
}

async function costOf(act: () => Promise<unknown>): Promise<Cost> {
  cost = { blocks: 0, scanned: {} };
  await act();
  return cost;
}

/** A patient with four cases of one study each: images, previews, reports, messages, an audit trail. */
async function erasePatient(): Promise<Cost> {
  const { drizzle } = server.parts.db;
  const { rows } = await drizzle.execute<{ id: string }>(sql`
    insert into erasures (id, patient_id, state, requested_at, due_at)
    select gen_random_uuid(), patient_id, 'waiting', now() - interval '15 days', now() - interval '1 day'
    from cases where status = 'completed' and patient_id <> ${own.patientId}
    group by patient_id having count(*) = 4 order by patient_id limit 1 returning id`);
  const erasureId = rows[0]!.id;
  const spent = await costOf(async () => {
    for (const job of ['rights.erase', 'rights.erase-files']) await handlers.get(job)!({ erasureId } as never);
  });
  const { rows: done } = await drizzle.execute<{ state: string; removed: Record<string, number> }>(
    sql`select state, removed_rows as removed from erasures where id = ${erasureId}`,
  );
  expect(done[0]).toMatchObject({ state: 'done', removed: { cases: 4, images: 40, reports: 4 } });
  return spent;
}

async function deleteScan(): Promise<Cost> {
  const { rows } = await server.parts.db.drizzle.execute<{ id: string }>(sql`
    select id from scans where institution_id = ${institutionId} and status = 'complete' order by id limit 1`);
  return costOf(async () => {
    expect(await features.scans.details.remove(systemContext, institutionId, rows[0]!.id)).toBe(20);
  });
}

/** What the deletion of an institution and the nightly sweep ask of every file. */
async function askWhetherReferenced(): Promise<Cost> {
  const { rows } = await server.parts.db.drizzle.execute<{ sha256: string }>(
    sql`select sha256 from instances order by id limit 20`,
  );
  const hashes = rows.map(({ sha256 }) => sha256);
  return costOf(async () => {
    const left = await db.transaction((tx) => features.studies.unreferenced(tx, [...hashes, 'nowhere']));
    expect(left).toEqual(['nowhere']);
  });
}

/** Tables that grow with the number of studies and were scanned from end to end. */
async function readWhole({ scanned }: Cost): Promise<string[]> {
  const { rows } = await server.parts.db.drizzle.execute<{ table: string }>(sql`
    select relname as table from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > ${SMALL_TABLE_ROWS}`);
  return rows.map(({ table }) => table).filter((table) => (scanned[table] ?? 0) > 0);
}

it('[TRU-020] erasing a patient and deleting a scan cost what these have, not what everybody has', async () => {
  const url = server.parts.config.DATABASE_URL!;
  const whose = { ...own, institutionId };
  await fill(url, whose, 0, SMALL);
  const [erasedSmall, deletedSmall, askedSmall] = [
    await erasePatient(),
    await deleteScan(),
    await askWhetherReferenced(),
  ];
  await fill(url, whose, SMALL, LARGE);
  const [erased, deleted, asked] = [await erasePatient(), await deleteScan(), await askWhetherReferenced()];
  expect([await readWhole(erased), await readWhole(deleted), await readWhole(asked)]).toEqual([[], [], []]);
  expect(erased.blocks / erasedSmall.blocks).toBeLessThan(1.5);
  expect(deleted.blocks / deletedSmall.blocks).toBeLessThan(1.5);
  expect(asked.blocks / askedSmall.blocks).toBeLessThan(1.5);
});
