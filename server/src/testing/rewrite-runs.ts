import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../adapters/database/port.ts';

/**
 * For tests that need other results than an algorithm gives: restores the runs of a scan to the state before results
 * were frozen, and applies `change`. Reading them freezes them again.
 */
export const rewriteRuns = (db: Pick<Database, 'transaction'>, scanId: string, change: SQL): Promise<void> =>
  db.transaction(async (tx) => {
    const own = sql`study_id in (select id from studies where scan_id = ${scanId})`;
    for (const table of ['analyses', 'findings'])
      await tx.execute(sql.raw(`alter table ${table} disable trigger ${table}_frozen`));
    await tx.execute(sql`delete from findings where analysis_id in (select id from analyses where ${own})`);
    await tx.execute(
      sql`update analyses set title = null, reason_wording = null, wording = null, frozen_at = null where ${own}`,
    );
    await tx.execute(change);
    for (const table of ['analyses', 'findings'])
      await tx.execute(sql.raw(`alter table ${table} enable trigger ${table}_frozen`));
  });
