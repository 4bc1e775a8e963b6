import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

async function withDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const password = (await readFile(join(dataDir, 'database', 'password'), 'utf8')).trim();
  const port = (await readFile(join(dataDir, 'database', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[3];
  const client = new pg.Client({ connectionString: `postgres://duai:${password}@127.0.0.1:${port}/duai` });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs one statement on the instance's own database, for changes that would take days. */
export const runSql = (dataDir: string, statement: string): Promise<void> =>
  withDatabase(dataDir, async (client) => void (await client.query(statement)));

/** The tables, in any schema, with a row that contains the words. */
export const tablesWith = (dataDir: string, words: RegExp): Promise<string[]> =>
  withDatabase(dataDir, async (client) => {
    const tables = await client.query<{ name: string; path: string }>(`
      select table_name as name, format('%I.%I', table_schema, table_name) as path from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
    const found: string[] = [];
    for (const { name, path } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${path} t`);
      if (rows.some(({ row }) => words.test(row))) found.push(name);
    }
    return found.sort();
  });
