import { integer, pgTable } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

export const healthSamples = pgTable('health_samples', {
  at: time('at').primaryKey(),
  jobsWaiting: integer('jobs_waiting').notNull(),
  jobsActive: integer('jobs_active').notNull(),
  jobsDead: integer('jobs_dead').notNull(),
  messagesPending: integer('messages_pending').notNull(),
  messagesFailed: integer('messages_failed').notNull(),
  filesDamaged: integer('files_damaged').notNull(),
  partsFailing: integer('parts_failing').notNull(),
  databaseMs: integer('database_ms').notNull(),
});
export type HealthSampleRow = typeof healthSamples.$inferSelect;
