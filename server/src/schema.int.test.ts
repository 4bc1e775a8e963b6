import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from './adapters/database/connect.ts';
import type { Database } from './adapters/database/port.ts';
import { createTestDatabase } from './testing/database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await connectDatabase(database.url, { max: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

it('every foreign key (but those to staff, who are never deleted) has an index that begins with it: a delete looks for what refers to the row, and an erasure walks them', async () => {
  const { rows } = await db.drizzle.execute<{ key: string }>(sql`
    select conrelid::regclass || ' (' || string_agg(attname, ', ' order by place) || ')' as key
    from pg_constraint
    cross join lateral unnest(conkey) with ordinality as columns (number, place)
    join pg_attribute on attrelid = conrelid and attnum = number
    where contype = 'f' and confrelid <> 'staff'::regclass and connamespace = 'public'::regnamespace
      and not exists (
        select from pg_index
        where indrelid = conrelid
          and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname))
          and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey
      )
    group by conrelid, pg_constraint.oid
    order by key`);
  expect(rows.map(({ key }) => key)).toEqual([]);
});

/** Filled by a trigger; queries use them, but code never writes them. */
const BY_THE_DATABASE: ReadonlySet<string> = new Set(['scans.search_text text not null']);

/** Every table that a feature declares. */
async function declaredTables(): Promise<PgTable[]> {
  const features = join(import.meta.dirname, 'features');
  const files = (await readdir(features, { recursive: true })).filter((path) => path.endsWith('.tables.ts'));
  const modules: Record<string, unknown>[] = await Promise.all(files.map((path) => import(join(features, path))));
  return modules.flatMap((module) => Object.values(module)).filter((value): value is PgTable => is(value, PgTable));
}

it('[HSE-004] tables in code equal the migrated database: every column, its type and whether it may be empty', async () => {
  const { rows } = await db.drizzle.execute<{ table: string; column: string }>(sql`
    select relname::text as table, format('%s %s%s', attname, format_type(atttypid, atttypmod), case when attnotnull then ' not null' else '' end) as column
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
      and attgenerated = ''`);
  const tables = await declaredTables();
  expect(tables.length).toBeGreaterThan(30);
  const inCode = tables.flatMap((table) => {
    const { name, columns } = getTableConfig(table);
    return columns.map((column) => `${name}.${column.name} ${column.getSQLType()}${column.notNull ? ' not null' : ''}`);
  });
  const names = new Set(tables.map((table) => getTableConfig(table).name));
  const inDatabase = rows.filter(({ table }) => names.has(table)).map(({ table, column }) => `${table}.${column}`);
  expect(inCode.toSorted()).toEqual(inDatabase.filter((column) => !BY_THE_DATABASE.has(column)).toSorted());
});
