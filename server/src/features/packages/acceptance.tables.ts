import type { acceptance as contract } from '@duai/contract';
import { doublePrecision, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

/** What an institution asks of a version before it is made active for it. */
export const acceptanceRules = pgTable('acceptance_rules', {
  institutionId: uuid('institution_id').primaryKey(),
  /** Null: nothing. */
  requiredSince: time('required_since'),
  leastSensitivity: doublePrecision('least_sensitivity').notNull(),
  leastSpecificity: doublePrecision('least_specificity').notNull(),
  leastStudies: integer('least_studies').notNull(),
  updatedAt: time('updated_at').notNull(),
});
export type AcceptanceRuleRow = typeof acceptanceRules.$inferSelect;

/** A version on the labelled studies of an institution, and what came of it. */
export const acceptanceRuns = pgTable('acceptance_runs', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  algorithmId: text('algorithm_id').notNull(),
  version: text().notNull(),
  status: text().$type<(typeof contract.ACCEPTANCE_STATES)[number]>().notNull(),
  rule: jsonb().$type<contract.AcceptanceRule>().notNull(),
  studies: jsonb().$type<{ scanId: string; submission: number }[]>().notNull(),
  questions: jsonb().$type<contract.AcceptedQuestion[]>(),
  startedAt: time('started_at').notNull(),
  /** Every study was planned: the run ends when none is waited for. */
  plannedAt: time('planned_at'),
  finishedAt: time('finished_at'),
});
export type AcceptanceRunRow = typeof acceptanceRuns.$inferSelect;
