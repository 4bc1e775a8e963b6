import { sql } from 'drizzle-orm';
import type { Database } from '../adapters/database/port.ts';

/**
 * For how many hours a job is tried at least, by what its queue was made with. pg-boss waits between once and twice the
 * delay doubled by each try, and no longer than the longest wait.
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

/** What waits for its next try is tried now; for how long it would wait, `hoursOfTries` tells. */
export async function tryAgainNow({ drizzle }: Pick<Database, 'drizzle'>, job: string): Promise<void> {
  await drizzle.execute(sql`update pgboss.job set start_after = now() where name = ${job} and state = 'retry'`);
}
