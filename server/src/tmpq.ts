import { readFileSync } from 'node:fs';
import pg from 'pg';

const d = process.argv[2]!;
const password = readFileSync(d + '/database/password', 'utf8').trim();
const port = readFileSync(d + '/database/cluster/postmaster.pid', 'utf8').split('\n')[3];
const c = new pg.Client({ connectionString: `postgres://duai:${password}@127.0.0.1:${port}/duai` });
await c.connect();
for (const q of process.argv.slice(3)) {
  try {
    console.log(JSON.stringify((await c.query(q)).rows, null, 1));
  } catch (e) {
    console.log(String(e));
  }
}
await c.end();
