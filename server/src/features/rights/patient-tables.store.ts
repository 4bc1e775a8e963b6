import { type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { HELD_TABLES } from './held-tables.ts';

type Queries = Pick<NodePgDatabase, 'execute'>;

/** A foreign key of one column. */
interface Edge extends Record<string, unknown> {
  child: string;
  column: string;
  parent: string;
  parentColumn: string;
  /** The SQL type of both columns. */
  type: string;
  /** The number of columns of the key. */
  width: number;
}

/** A table that holds rows of patients. */
export interface PatientTable {
  name: string;
  columns: string[];
  /** The longest chain of references to `patients`; tables with a greater depth are deleted first. */
  depth: number;
  /** Its references to other such tables. */
  ways: Edge[];
}
/** A table with a condition for the rows of one patient. */
export interface PatientRows extends PatientTable {
  rows: SQL;
}

/**
 * Every table that refers to a patient, directly or through other tables, found by the foreign keys of the database, so
 * that a new table is included without a list. References with `on delete set null` are not followed, because such rows
 * do not belong to the patient.
 * @throws Error for a foreign key of several columns, or a cycle; neither is supported
 */
export async function findPatientTables(on: Queries): Promise<PatientTable[]> {
  const { rows: edges } = await on.execute<Edge>(sql`
    select child.relname as child, a.attname as column, parent.relname as parent, pa.attname as "parentColumn",
      format_type(pa.atttypid, pa.atttypmod) as type, array_length(c.conkey, 1) as width
    from pg_constraint c
    join pg_class child on child.oid = c.conrelid
    join pg_class parent on parent.oid = c.confrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute pa on pa.attrelid = c.confrelid and pa.attnum = c.confkey[1]
    where c.contype = 'f' and c.confdeltype <> 'n' and child.relnamespace = 'public'::regnamespace
      and c.conrelid <> c.confrelid
    order by 1, 2`);
  const { rows: columns } = await on.execute<{ table: string; names: string[] }>(sql`
    select table_name::text as table, array_agg(column_name::text order by ordinal_position) as names
    from information_schema.columns where table_schema = 'public' group by 1`);
  const columnsOf = new Map(columns.map((row) => [row.table, row.names]));

  const reached = new Map<string, number>([['patients', 0]]);
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const { child, parent, width } of edges) {
      const depth = reached.get(parent);
      if (depth === undefined || (reached.get(child) ?? -1) > depth) continue;
      if (width !== 1) throw new Error(`the foreign key of ${child} to ${parent} has several columns`);
      if (depth > edges.length) throw new Error(`foreign keys go in a circle over ${child}`);
      reached.set(child, depth + 1);
      isChanged = true;
    }
  }

  return [...reached]
    .map(([name, depth]) => ({
      name,
      depth,
      columns: columnsOf.get(name) ?? [],
      ways: edges.filter((edge) => edge.child === name && reached.has(edge.parent)),
    }))
    .sort((a, b) => b.depth - a.depth || (a.name < b.name ? -1 : 1));
}

/**
 * The rows of a patient in each table. The keys of a table are read before those of its children, so that each query
 * uses the index of a foreign key, whatever the size of the tables.
 */
export async function findPatientRows(on: Queries, patientId: string): Promise<PatientRows[]> {
  const tables = await findPatientTables(on);
  const keys = new Map<string, unknown[]>();
  const keyOf = (table: string, column: string) => `${table}.${column}`;
  const located: PatientRows[] = [];
  for (const table of tables.toReversed()) {
    const ways = table.ways.map(
      ({ column, parent, parentColumn, type }) =>
        sql`${sql.identifier(column)} = any(${sql.param(keys.get(keyOf(parent, parentColumn)))}::${sql.raw(type)}[])`,
    );
    const rows = table.name === 'patients' ? sql`id = ${patientId}` : sql`(${sql.join(ways, sql` or `)})`;
    located.push({ ...table, rows });
    const referred = new Set(tables.flatMap((child) => child.ways).flatMap(keyIn(table.name)));
    for (const column of referred) {
      const found = await on.execute<{ key: unknown }>(
        sql`select ${sql.identifier(column)} as key from ${sql.identifier(table.name)} where ${rows}`,
      );
      keys.set(
        keyOf(table.name, column),
        found.rows.map(({ key }) => key),
      );
    }
  }
  return located.reverse();
}

const keyIn =
  (table: string) =>
  ({ parent, parentColumn }: Edge): string[] =>
    parent === table ? [parentColumn] : [];

export interface Subject extends Record<string, unknown> {
  subjectId: string;
  caseId: string | null;
}

/** The ids of all rows of a patient, each with its case where it has one. */
export async function findSubjects(on: Queries, tables: PatientRows[]): Promise<Subject[]> {
  const found: Subject[] = [];
  for (const table of tables.filter(({ columns }) => columns.includes('id'))) {
    const { rows } = await on.execute<Subject>(
      sql`select id::text as "subjectId", (${caseOf(table)})::text as "caseId" from ${sql.identifier(table.name)} own where ${table.rows}`,
    );
    found.push(...rows);
  }
  return found;
}

function caseOf({ name, columns }: PatientTable): SQL {
  if (name === 'cases') return sql`own.id`;
  if (columns.includes('case_id')) return sql`own.case_id`;
  if (columns.includes('study_id')) return sql`select s.case_id from studies s where s.id = own.study_id`;
  if (columns.includes('report_id')) return sql`select r.case_id from reports r where r.id = own.report_id`;
  return sql`null`;
}

/** Hashes of stored files that rows of the patient refer to, by the columns listed in `held-tables.ts`. */
export async function findFileHashes(on: Queries, tables: PatientRows[]): Promise<string[]> {
  const hashes = new Set<string>();
  for (const table of tables) {
    for (const column of HELD_TABLES[table.name]?.files ?? []) {
      const { rows } = await on.execute<{ sha256: string }>(
        sql`select distinct ${sql.identifier(column)} as sha256 from ${sql.identifier(table.name)}
          where ${table.rows} and ${sql.identifier(column)} is not null`,
      );
      for (const row of rows) hashes.add(row.sha256);
    }
  }
  return [...hashes];
}

/** Deletes every row of the patient, children first. Returns how many, by table. */
export async function deleteRows(on: Queries, tables: PatientRows[]): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const table of tables) {
    const { rowCount } = await on.execute(sql`delete from ${sql.identifier(table.name)} where ${table.rows}`);
    if (rowCount) removed[table.name] = rowCount;
  }
  return removed;
}
