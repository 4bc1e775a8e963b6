import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PatientRows } from '../patient-tables.store.ts';

type Queries = Pick<NodePgDatabase, 'execute'>;
export type CopiedRow = Record<string, unknown>;

/** Images of a patient are thousands, and each row holds a header. */
const ROWS_AT_ONCE = 200;

/** What of a table's rows a copy holds: see held-tables.ts. */
export interface Selection {
  omit?: readonly string[];
  only?: SQL;
}

/** Rows of a patient's table in the order of its primary key, some at a time: each page begins behind the last. */
export async function* copiedRows(
  on: Queries,
  { name, rows: own }: Pick<PatientRows, 'name' | 'rows'>,
  { omit = [], only = sql`true` }: Selection,
): AsyncGenerator<CopiedRow, void> {
  const key = await keyOf(on, name);
  const columns = sql.join(
    key.map(({ column }) => sql.identifier(column)),
    sql`, `,
  );
  let last: string[] | undefined;
  for (;;) {
    const beyond = last
      ? sql`(${columns}) > (${sql.join(
          last.map((value, index) => sql`${value}::${sql.raw(key[index]!.type)}`),
          sql`, `,
        )})`
      : sql`true`;
    // The rows of a page are found first: written out they are read whole, also what is stored beside the table.
    const { rows } = await on.execute<{ row: CopiedRow; place: string[] }>(sql`
      select to_jsonb(page) - ${sql.param(omit)}::text[] as row, array[${sql.join(
        key.map(({ column }) => sql`${sql.identifier(column)}::text`),
        sql`, `,
      )}] as place
      from (
        select * from ${sql.identifier(name)} where ${own} and ${only} and ${beyond} order by ${columns} limit ${ROWS_AT_ONCE}
      ) page order by ${columns}`);
    for (const { row } of rows) yield row;
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1)!.place;
  }
}

/** @throws Error for a table without a primary key, which nobody has needed yet */
async function keyOf(on: Queries, table: string): Promise<{ column: string; type: string }[]> {
  const { rows } = await on.execute<{ column: string; type: string }>(sql`
    select a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_index i cross join unnest(i.indkey::int2[]) with ordinality part (attnum, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = part.attnum
    where i.indrelid = ${table}::regclass and i.indisprimary order by part.place`);
  if (rows.length === 0) throw new Error(`${table} has no primary key`);
  return rows;
}
