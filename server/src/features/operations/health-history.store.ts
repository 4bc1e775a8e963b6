import { gt, lt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type HealthSampleRow, healthSamples as samples } from './operations.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'delete'>;

/** One of each time: a job that runs twice adds nothing. */
export const insertSample = async (on: Queries, row: HealthSampleRow): Promise<void> => {
  await on.insert(samples).values(row).onConflictDoNothing();
};

export const deleteSamples = async (on: Queries, before: Date): Promise<void> => {
  await on.delete(samples).where(lt(samples.at, before));
};

/** Since then, in steps of so many seconds: of each step the worst. */
export function findHistory(on: Queries, since: Date, stepSeconds: number) {
  const step = sql`to_timestamp(floor(extract(epoch from ${samples.at}) / ${sql.raw(String(stepSeconds))}) * ${sql.raw(String(stepSeconds))})`;
  const most = (column: (typeof samples)[Exclude<keyof HealthSampleRow, 'at'>]) => sql<number>`max(${column})::int`;
  return on
    .select({
      at: sql`${step}`.mapWith(samples.at),
      jobsWaiting: most(samples.jobsWaiting),
      jobsActive: most(samples.jobsActive),
      jobsDead: most(samples.jobsDead),
      messagesPending: most(samples.messagesPending),
      messagesFailed: most(samples.messagesFailed),
      filesDamaged: most(samples.filesDamaged),
      partsFailing: most(samples.partsFailing),
      databaseMs: most(samples.databaseMs),
    })
    .from(samples)
    .where(gt(samples.at, since))
    .groupBy(step)
    .orderBy(step);
}
