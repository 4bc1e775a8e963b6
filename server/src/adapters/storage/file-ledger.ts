import { type SQL, sql } from 'drizzle-orm';
import { theOne } from '../../core/the-one.ts';
import type { Tx } from '../database/port.ts';
import type { FileContent } from './blocks.ts';
import type { Damage, FileDamage, FileUse } from './port.ts';

type Queries = Pick<Tx, 'execute'>;

/**
 * Writes the rows of these contents, or locks those that are there, and holds them, in one statement. Nobody waits for
 * the disk: a hold that a crash takes away is missed at its end, and the end of one that stands takes this to the disk too.
 */
export async function insertHolds(on: Queries, id: string, files: FileContent[], now: Date): Promise<void> {
  const hashes = sql.param(files.map(({ sha256 }) => sha256));
  const sizes = sql.param(files.map(({ sizeBytes }) => sizeBytes));
  const blocks = sql.param(files.map((file) => file.blocks.toString('hex')));
  // In the order of the hashes, like `lockFiles`, so that two transactions cannot deadlock.
  await on.execute(sql`
    with kept as (
      insert into stored_files (sha256, size_bytes, blocks, checked_at)
      select file.sha256, file.size_bytes, decode(file.blocks, 'hex'), ${now.toISOString()}::timestamptz
      from unnest(${hashes}::text[], ${sizes}::bigint[], ${blocks}::text[]) file (sha256, size_bytes, blocks)
      order by file.sha256 collate "C"
      on conflict (sha256) do update set size_bytes = excluded.size_bytes, blocks = excluded.blocks
      returning sha256)
    insert into file_holds (id, sha256, since) select ${id}::uuid, sha256, ${now.toISOString()}::timestamptz
    from kept, (select set_config('synchronous_commit', 'off', true)) unhurried`);
}

/** @returns how many holds existed */
export async function deleteHolds(on: Queries, id: string): Promise<number> {
  const { rowCount } = await on.execute(sql`delete from file_holds where id = ${id}::uuid`);
  return rowCount ?? 0;
}

/** The same of contents that were all written anew: whatever copy was damaged is whole now. */
export async function deleteHoldsOfStored(on: Queries, id: string, now: Date): Promise<number> {
  const { rows } = await on.execute<{ held: number }>(sql`
    with held as (delete from file_holds where id = ${id}::uuid returning sha256),
    mended as (
      update stored_files file set damage = null, damage_found_at = null, checked_at = ${now.toISOString()}::timestamptz
      from held where file.sha256 = held.sha256 and file.damage is not null)
    select count(*)::int as held from held`);
  return theOne(rows).held;
}

export async function deleteHoldsBefore(on: Queries, before: Date): Promise<void> {
  await on.execute(sql`delete from file_holds where since < ${before.toISOString()}::timestamptz`);
}

/**
 * Locks these files until the end of the transaction: nobody else stores, holds or removes them. Missing rows are
 * inserted.
 */
export async function lockFiles(tx: Queries, hashes: string[]): Promise<void> {
  await tx.execute(sql`
    insert into stored_files as file (sha256)
    select wanted.sha256 from unnest(${sql.param(hashes)}::text[]) wanted (sha256) order by wanted.sha256 collate "C"
    on conflict (sha256) do update set checked_at = file.checked_at`);
}

/** Returns undefined where the file or its blocks are not known. */
export async function findContent(on: Queries, sha256: string): Promise<FileContent | undefined> {
  const { rows } = await on.execute<{ sizeBytes: string; blocks: Buffer }>(sql`
    select size_bytes as "sizeBytes", blocks from stored_files where sha256 = ${sha256} and blocks is not null`);
  return rows[0] && { sha256, sizeBytes: Number(rows[0].sizeBytes), blocks: rows[0].blocks };
}

/** Records that the copy was read and is whole, with the hashes of its blocks. */
export async function markWhole(on: Queries, { sha256, sizeBytes, blocks }: FileContent, now: Date): Promise<void> {
  await on.execute(sql`
    insert into stored_files (sha256, size_bytes, blocks, checked_at)
    values (${sha256}, ${sizeBytes}, ${blocks}, ${now.toISOString()}::timestamptz)
    on conflict (sha256) do update set size_bytes = excluded.size_bytes, blocks = excluded.blocks,
      checked_at = excluded.checked_at, damage = null, damage_found_at = null`);
}

/** Records that the copy was written again. */
export async function markMended(on: Queries, sha256: string, now: Date): Promise<void> {
  await on.execute(sql`
    update stored_files set damage = null, damage_found_at = null, checked_at = ${now.toISOString()}::timestamptz
    where sha256 = ${sha256} and damage is not null`);
}

/** @returns whether the file was not known as damaged before */
export async function markDamaged(on: Queries, sha256: string, damage: Damage, now: Date): Promise<boolean> {
  const { rows } = await on.execute<{ isNew: boolean }>(sql`
    insert into stored_files as file (sha256, checked_at, damage, damage_found_at)
    values (${sha256}, ${now.toISOString()}::timestamptz, ${damage}, ${now.toISOString()}::timestamptz)
    on conflict (sha256) do update set damage = excluded.damage, checked_at = excluded.checked_at,
      damage_found_at = coalesce(file.damage_found_at, excluded.damage_found_at)
    returning damage_found_at = checked_at as "isNew"`);
  return theOne(rows).isNew;
}

/** Files whose last check is oldest or missing; `damaged`: only files known as damaged. */
export async function findOldestChecks(on: Queries, wish: { damaged: boolean; limit: number }): Promise<string[]> {
  const { rows } = await on.execute<{ sha256: string }>(sql`
    select sha256 from stored_files where ${wish.damaged ? sql`damage is not null` : sql`true`}
    order by checked_at nulls first, sha256 limit ${wish.limit}`);
  return rows.map(({ sha256 }) => sha256);
}

/** How many files to check tonight so that each is checked once in `days` days; overdue ones are all included. */
export async function countDueChecks(on: Queries, days: number, now: Date): Promise<number> {
  const { rows } = await on.execute<{ due: number }>(sql`
    select greatest(ceil(count(*) / ${days}::numeric),
      count(*) filter (where checked_at is null or checked_at < ${now.toISOString()}::timestamptz - make_interval(days => ${days})))::int as due
    from stored_files`);
  return theOne(rows).due;
}

const FILES_NAMED = 50;

export async function findDamage(on: Queries): Promise<FileDamage> {
  const [{ rows: counts }, { rows: files }] = await Promise.all([
    on.execute<Record<'damaged' | 'missing' | 'unchecked', number> & { oldestCheckAt: string | null }>(sql`
      select (select count(*)::int from stored_files where damage = 'damaged') as damaged,
        (select count(*)::int from stored_files where damage = 'missing') as missing,
        (select count(*)::int from stored_files where blocks is null) as unchecked,
        (select min(checked_at) from stored_files) as "oldestCheckAt"`),
    on.execute<{ sha256: string; damage: Damage; foundAt: string; use: FileUse }>(sql`
      select file.sha256, file.damage, file.damage_found_at as "foundAt",
        case when exists (select from instances i where i.sha256 = file.sha256) then 'image'
          when exists (select from instances i where i.preview_sha256 = file.sha256) then 'preview'
          when exists (select from algorithm_packages p where p.weights_sha256 = file.sha256) then 'weights' else 'report' end as use
      from stored_files file where file.damage is not null order by file.damage_found_at, file.sha256 limit ${FILES_NAMED}`),
  ]);
  const { oldestCheckAt, ...rest } = theOne(counts);
  return {
    ...rest,
    oldestCheckAt: oldestCheckAt === null ? null : new Date(oldestCheckAt),
    files: files.map((file) => ({ ...file, foundAt: new Date(file.foundAt) })),
  };
}

export interface Use extends Record<string, unknown> {
  sha256: string;
  isReferenced: boolean;
  isHeld: boolean;
}

/** Which of these files are referenced or held; holds that began before `heldSince` have expired. */
export async function findUses(on: Queries, hashes: string[], heldSince: Date): Promise<Use[]> {
  // One index look-up for each hash; without `limit` the planner may scan the tables.
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
