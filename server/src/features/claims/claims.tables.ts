import { boolean, date, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

export const claims = pgTable('claims', {
  name: text().primaryKey(),
  isWithdrawn: boolean('is_withdrawn').notNull(),
  lastDay: date('last_day', { mode: 'string' }),
  changedAt: time('changed_at').notNull(),
});
