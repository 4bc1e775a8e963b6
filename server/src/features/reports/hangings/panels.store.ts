import type { panels as contract } from '@duai/contract';
import { eq } from 'drizzle-orm';
import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../../core/columns.ts';
import type { Queries } from '../reports.store.ts';

const staffPanels = pgTable('staff_panels', {
  staffId: uuid('staff_id').primaryKey(),
  panels: jsonb().$type<contract.Panels>().notNull(),
  updatedAt: time('updated_at').notNull(),
});

export const findPanels = async (on: Queries, staffId: string): Promise<contract.Panels | undefined> =>
  (await on.select().from(staffPanels).where(eq(staffPanels.staffId, staffId)))[0]?.panels;

export const savePanels = async (on: Queries, row: typeof staffPanels.$inferInsert): Promise<void> => {
  const { panels, updatedAt } = row;
  await on
    .insert(staffPanels)
    .values(row)
    .onConflictDoUpdate({ target: staffPanels.staffId, set: { panels, updatedAt } });
};
