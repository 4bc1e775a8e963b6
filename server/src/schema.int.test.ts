import { sql } from 'drizzle-orm';
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
