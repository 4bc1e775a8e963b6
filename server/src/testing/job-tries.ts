import { sql } from 'drizzle-orm';
import type { Database } from '../adapters/database/port.ts';

/**
 * The least number of hours for which a job is tried, by the settings of its queue. pg-boss waits between once and
 * twice the delay, which doubles with each try, and no longer than the longest wait.
 */
export async function hoursOfTries({ drizzle }: Pick<Database, 'drizzle'>, job: string): Promise<number> {
  const { rows } = await drizzle.execute<{ tries: number; delay: number; longest: number | null }>(sql`
    select retry_limit as tries, retry_delay as delay, retry_delay_max as longest from pgboss.queue
    where name = ${job} and retry_backoff`);
  const { tries, delay, longest } = rows[0]!;
  const waits = Array.from({ length: tries }, (_, time) =>
    Math.min(delay * 2 ** time, longest ?? Number.POSITIVE_INFINITY),
  );
  return waits.reduce((sum, seconds) => sum + seconds, 0) / 3600;
}

/** Runs waiting retries now; `hoursOfTries` tells how long they would wait. */
export async function tryAgainNow({ drizzle }: Pick<Database, 'drizzle'>, job: string): Promise<void> {
  await drizzle.execute(sql`update pgboss.job set start_after = now() where name = ${job} and state = 'retry'`);
  // Workers look for later tries only now and then; this is how pg-boss wakes them for a new job.
  await drizzle.execute(sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), ${job})`);
}
