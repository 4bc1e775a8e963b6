import { integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

export const scanRetention = pgTable('scan_retention', {
  institutionId: uuid('institution_id').primaryKey(),
  days: integer().notNull(),
  changedAt: time('changed_at').notNull(),
});

export const scanHolds = pgTable('scan_holds', {
  scanId: uuid('scan_id').primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  heldAt: time('held_at').notNull(),
});
