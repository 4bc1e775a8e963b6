import { boolean, date, doublePrecision, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';
import type { Measure } from './control-chart.ts';

export const versionGuards = pgTable(
  'version_guards',
  {
    algorithmId: text('algorithm_id').notNull(),
    version: text().notNull(),
    pausesOnBreach: boolean('pauses_on_breach').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.algorithmId, table.version] })],
);

/** A figure of a day that was outside its control limits. */
export const controlBreaches = pgTable('control_breaches', {
  id: uuid().primaryKey(),
  /** Null for patients' cases. */
  institutionId: uuid('institution_id'),
  algorithmId: text('algorithm_id').notNull(),
  version: text().notNull(),
  measure: text().$type<Measure>().notNull(),
  day: date().notNull(),
  n: integer().notNull(),
  value: doublePrecision().notNull(),
  low: doublePrecision().notNull(),
  high: doublePrecision().notNull(),
  hasPaused: boolean('has_paused').notNull(),
  foundAt: time('found_at').notNull(),
});
export type BreachRow = typeof controlBreaches.$inferSelect;
