import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** One statement on the instance's own database: to bring about what would take days. */
export async function runSql(dataDir: string, statement: string): Promise<void> {
  const password = (await readFile(join(dataDir, 'database', 'password'), 'utf8')).trim();
  const port = (await readFile(join(dataDir, 'database', 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[3];
  const client = new pg.Client({ connectionString: `postgres://duai:${password}@127.0.0.1:${port}/duai` });
  await client.connect();
  await client.query(statement);
  await client.end();
}
