import { given } from '@duai/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { OnlySigned } from '../held-tables.ts';
import type { PatientRows } from '../patient-tables.store.ts';

export type Queries = Pick<NodePgDatabase, 'execute'>;
export type CopiedRow = Record<string, unknown>;

/** Limited because a patient may have thousands of images, each with a header in its row. */
const ROWS_AT_ONCE = 200;

/** Which rows and columns of a table a copy contains. */
export interface Selection {
  /** Columns to leave out. */
  omit?: readonly string[] | undefined;
  only?: OnlySigned | undefined;
  /** Cases whose signed report is in the copy. */
  signed: readonly string[];
  /** Only rows of this case or report. */
  of?: { column: string; id: string } | undefined;
}

function conditionOf({ only, signed, of }: Selection): SQL {
  const studies = sql`study_id in (select id from studies where case_id = any(${sql.param(signed)}::uuid[]))`;
  const ways: Record<OnlySigned, SQL> = {
    // Drafts contain AI output, so both the case and the row must be signed.
    case: sql`status = 'signed' and case_id = any(${sql.param(signed)}::uuid[])`,
    study: studies,
    run: sql`analysis_id in (select id from analyses where ${studies})`,
    report: sql`report_id in (select id from reports where case_id = any(${sql.param(signed)}::uuid[]))`,
  };
  return sql.join(
    [...(only ? [ways[only]] : []), ...(of ? [sql`${sql.identifier(of.column)} = ${of.id}`] : []), sql`true`],
    sql` and `,
  );
}

/**
 * Rows of a patient's table in the order of its primary key, in pages; each page begins after the last row of the one
 * before.
 */
export async function* copiedRows(
  on: Queries,
  { name, rows: own }: Pick<PatientRows, 'name' | 'rows'>,
  selection: Selection,
): AsyncGenerator<CopiedRow, void> {
  const { omit = [] } = selection;
  const key = await keyOf(on, name);
  const only = conditionOf(selection);
  const columns = sql.join(
    key.map(({ column }) => sql.identifier(column)),
    sql`, `,
  );
  let last: string[] | undefined;
  for (;;) {
    const beyond = last
      ? sql`(${columns}) > (${sql.join(
          last.map((value, index) => sql`${value}::${sql.raw(given(key[index], 'a column of the key').type)}`),
          sql`, `,
        )})`
      : sql`true`;
    // The subquery selects the rows of the page first, because to_jsonb reads each row in full, including TOAST data.
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
    last = given(rows.at(-1), 'the last row').place;
  }
}

/** @throws Error for a table without a primary key, which is not supported */
async function keyOf(on: Queries, table: string): Promise<{ column: string; type: string }[]> {
  const { rows } = await on.execute<{ column: string; type: string }>(sql`
    select a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_index i cross join unnest(i.indkey::int2[]) with ordinality part (attnum, place)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = part.attnum
    where i.indrelid = ${table}::regclass and i.indisprimary order by part.place`);
  if (rows.length === 0) throw new Error(`${table} has no primary key`);
  return rows;
}
