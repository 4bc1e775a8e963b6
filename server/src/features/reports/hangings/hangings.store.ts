import type { hangings as contract } from '@duai/contract';
import { eq } from 'drizzle-orm';
import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../../core/columns.ts';
import type { Queries } from '../reports.store.ts';

const staffHangings = pgTable('staff_hangings', {
  staffId: uuid('staff_id').primaryKey(),
  hangings: jsonb().$type<contract.Hanging[]>().notNull(),
  updatedAt: time('updated_at').notNull(),
});

export const findHangings = async (on: Queries, staffId: string): Promise<contract.Hanging[]> =>
  (await on.select().from(staffHangings).where(eq(staffHangings.staffId, staffId)))[0]?.hangings ?? [];

export const saveHangings = async (on: Queries, row: typeof staffHangings.$inferInsert): Promise<void> => {
  const { hangings, updatedAt } = row;
  await on
    .insert(staffHangings)
    .values(row)
    .onConflictDoUpdate({ target: staffHangings.staffId, set: { hangings, updatedAt } });
};
