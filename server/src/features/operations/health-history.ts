import type { operations as contract } from '@duai/contract';
import { z } from 'zod';
import { BACKGROUND, defineJob } from '../../adapters/queue/port.ts';
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../core/clock.ts';
import type { Parts } from '../../parts.ts';
import * as store from './health-history.store.ts';

const sampleHealth = defineJob({
  name: 'operations.sample-health',
  payload: z.strictObject({}),
  options: { ...BACKGROUND, retryLimit: 0, expireInSeconds: 120 },
});
const EVERY_MS = 5 * MINUTE_MS;
const EVERY_FIVE_MINUTES = '*/5 * * * *';
const KEPT_MS = 7 * DAY_MS;

/** What the health page shows now, noted every five minutes for a week: about 2,000 rows, never more. */
export function createHealthHistory(
  { db, queue, clock }: Pick<Parts, 'db' | 'queue' | 'clock'>,
  health: () => Promise<contract.SystemHealth>,
) {
  /** `operations.sample-health`. Safe to run twice: a time has one sample. */
  async function sample(): Promise<void> {
    const { parts, queues, files, outbox } = await health();
    const now = clock.now();
    const sum = <T>(of: readonly T[], count: (one: T) => number) => of.reduce((total, one) => total + count(one), 0);
    // The job that takes this sample runs, and would be counted in every sample.
    const others = queues.filter(({ name }) => name !== sampleHealth.name);
    await store.insertSample(db.drizzle, {
      at: new Date(Math.floor(now.getTime() / EVERY_MS) * EVERY_MS),
      jobsWaiting: sum(queues, ({ waiting }) => waiting),
      jobsActive: sum(others, ({ active }) => active),
      jobsDead: sum(queues, ({ dead }) => dead),
      messagesPending: sum(outbox, ({ pending }) => pending),
      messagesFailed: sum(outbox, ({ failed }) => failed),
      filesDamaged: files.damaged + files.missing,
      partsFailing: parts.filter(({ isHealthy }) => !isHealthy).length,
      databaseMs: parts.find(({ name }) => name === 'database')?.latencyMs ?? 0,
    });
    await store.deleteSamples(db.drizzle, later(now, -KEPT_MS));
  }

  return {
    sample,
    /** A day in steps of five minutes, a week in hours. Where the server stood still there is no step. */
    async history({ days }: { days: 1 | 7 }): Promise<contract.HealthHistory> {
      const stepMs = days === 1 ? EVERY_MS : HOUR_MS;
      const now = clock.now();
      const rows = await store.findHistory(db.drizzle, later(now, -days * DAY_MS), stepMs / 1000);
      return {
        from: later(now, -days * DAY_MS).toISOString(),
        to: now.toISOString(),
        stepMinutes: stepMs / MINUTE_MS,
        samples: rows.map((row) => ({ ...row, at: row.at.toISOString() })),
      };
    },
    registerJobs(): void {
      queue.handle(sampleHealth, sample);
      queue.schedule(sampleHealth, EVERY_FIVE_MINUTES, {});
    },
  };
}
