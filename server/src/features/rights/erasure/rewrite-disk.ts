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

/** The first days (UTC) on which nothing that was erased can be read any more, from no file of ours. */
interface CleanBy {
  /** Pages and write-ahead log; null where the server's operator alone can say (no superuser for maintenance). */
  database: string | null;
  backups: string | null;
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/**
 * What was erased leaves the files of the database: by night everything is written anew where anything went since the last
 * time (docs/decisions/0052).
 */
export function createRewriteDisk({
  db,
  queue,
  maintenance,
  config,
}: Pick<Parts, 'db' | 'queue' | 'maintenance' | 'config'>) {
  /** Safe to run twice: where nothing went since, nothing is done. */
  async function rewrite(): Promise<void> {
    const begun = await store.findErasing(db.drizzle);
    if (begun === null) return;
    await maintenance.rewrite();
    await store.deleteErasing(db.drizzle, begun);
  }

  return {
    rewrite,
    /** The night that follows is less than a day away; a backup taken before it is kept for its whole time. */
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
