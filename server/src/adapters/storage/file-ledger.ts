import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../database/port.ts';
import type { FileContent } from './blocks.ts';

type Queries = Pick<Tx, 'execute'>;

/** Writes the rows of these contents, or locks those that are there, and holds them, in one statement. */
export async function insertHolds(on: Queries, id: string, files: FileContent[], now: Date): Promise<void> {
  const hashes = sql.param(files.map(({ sha256 }) => sha256));
  const sizes = sql.param(files.map(({ sizeBytes }) => sizeBytes));
  const blocks = sql.param(files.map((file) => file.blocks.toString('hex')));
  // In the order of the hashes, as `lockFiles`: two that lock the same files do not wait for each other.
  await on.execute(sql`
    with kept as (
      insert into stored_files (sha256, size_bytes, blocks, checked_at)
      select file.sha256, file.size_bytes, decode(file.blocks, 'hex'), ${now.toISOString()}::timestamptz
      from unnest(${hashes}::text[], ${sizes}::bigint[], ${blocks}::text[]) file (sha256, size_bytes, blocks)
      order by file.sha256 collate "C"
      on conflict (sha256) do update set size_bytes = excluded.size_bytes, blocks = excluded.blocks
      returning sha256)
    insert into file_holds (id, sha256, since) select ${id}::uuid, sha256, ${now.toISOString()}::timestamptz from kept`);
}

/** @returns how many were still held */
export async function deleteHolds(on: Queries, id: string): Promise<number> {
  const { rowCount } = await on.execute(sql`delete from file_holds where id = ${id}::uuid`);
  return rowCount ?? 0;
}

export async function deleteHoldsBefore(on: Queries, before: Date): Promise<void> {
  await on.execute(sql`delete from file_holds where since < ${before.toISOString()}::timestamptz`);
}

/** Until the end of the transaction nobody else stores, holds or removes these; a file without a row gets one. */
export async function lockFiles(tx: Queries, hashes: string[]): Promise<void> {
  await tx.execute(sql`
    insert into stored_files as file (sha256)
    select wanted.sha256 from unnest(${sql.param(hashes)}::text[]) wanted (sha256) order by wanted.sha256 collate "C"
    on conflict (sha256) do update set checked_at = file.checked_at`);
}

export interface Use extends Record<string, unknown> {
  sha256: string;
  isReferenced: boolean;
  isHeld: boolean;
}

/** Who needs these files; holds that began before `heldSince` have run out. */
export async function findUses(on: Queries, hashes: string[], heldSince: Date): Promise<Use[]> {
  // One look into each index for each hash; without `limit` the planner may read the tables instead.
  const one = (from: SQL): SQL => sql`(select true from ${from} limit 1)`;
  const { rows } = await on.execute<Use>(sql`
    select wanted.sha256,
      coalesce(${one(sql`file_references r where r.sha256 = wanted.sha256`)}, false) as "isReferenced",
      coalesce(${one(sql`file_holds h where h.sha256 = wanted.sha256 and h.since >= ${heldSince.toISOString()}::timestamptz`)}, false) as "isHeld"
    from unnest(${sql.param(hashes)}::text[]) wanted (sha256)`);
  return rows;
}

export async function deleteFiles(on: Queries, hashes: string[]): Promise<void> {
  await on.execute(sql`delete from stored_files where sha256 = any(${sql.param(hashes)}::text[])`);
}
