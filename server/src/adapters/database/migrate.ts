import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from './port.ts';

/** An arbitrary lock number, the same in every process: one process migrates, the others wait. */
export const MIGRATION_LOCK = 7261000;

/**
 * Plain SQL files `0001_name.sql` in order, forward only, each in a transaction of its own.
 * @throws Error when a file that was applied has been changed or is missing
 */
export async function migrate(db: Database, dir: string): Promise<string[]> {
  const files = (await readdir(dir)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  await db.drizzle.execute(sql`
    create table if not exists schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
  const applied: string[] = [];
  for (const name of files) {
    const text = await readFile(join(dir, name), 'utf8');
    const sha256 = createHash('sha256').update(text).digest('hex');
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      const landed = await tx.execute<{ sha256: string }>(
        sql`select sha256 from schema_migrations where name = ${name}`,
      );
      const known = landed.rows[0]?.sha256;
      if (known === sha256) return;
      if (known) throw new Error(`migration ${name} was changed after it had landed; write a new one instead`);
      await tx.execute(sql.raw(text));
      await tx.execute(sql`insert into schema_migrations (name, sha256) values (${name}, ${sha256})`);
      applied.push(name);
    });
  }
  return applied;
}
