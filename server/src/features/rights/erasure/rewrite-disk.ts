import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../../adapters/queue/port.ts';
import { DAY_MS, later } from '../../../core/clock.ts';
import type { Parts } from '../../../parts.ts';
import * as store from '../rights.store.ts';

const NIGHTLY = '50 3 * * *';
const HOUR_S = 3600;

const rewriteDisk = defineJob({
  name: 'rights.rewrite-disk',
  payload: z.object({}),
  options: { ...BACKGROUND, longestRetrySeconds: 15 * 60, expireInSeconds: 4 * HOUR_S },
});

export type RewriteDisk = ReturnType<typeof createRewriteDisk>;

/** The first days (UTC) on which erased data can no longer be read from any of our files. */
interface CleanBy {
  /**
   * For tables and write-ahead log; null where only the operator of the database server knows (no superuser for
   * maintenance).
   */
  database: string | null;
  backups: string | null;
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/**
 * Removes erased data from the files of the database: after an erasure everything is rewritten in the next night
 * (docs/decisions/0052).
 */
export function createRewriteDisk({
  db,
  queue,
  maintenance,
  config,
}: Pick<Parts, 'db' | 'queue' | 'maintenance' | 'config'>) {
  /** Safe to run twice: does nothing where nothing was erased since the last time. */
  async function rewrite(): Promise<void> {
    const begun = await store.findErasing(db.drizzle);
    if (begun === null) return;
    await maintenance.rewrite();
    await store.deleteErasing(db.drizzle, begun);
  }

  return {
    rewrite,
    /** The next night is less than a day away; a backup made before it is kept for its full time. */
    async cleanBy(erasedAt: Date): Promise<CleanBy> {
      if (!(await maintenance.coversLog())) return { database: null, backups: null };
      const rewritten = later(erasedAt, DAY_MS);
      return { database: dayOf(rewritten), backups: dayOf(later(rewritten, config.BACKUP_DAYS * DAY_MS)) };
    },
    registerJobs(): void {
      queue.handle(rewriteDisk, rewrite);
      queue.schedule(rewriteDisk, NIGHTLY, {});
    },
  };
}
