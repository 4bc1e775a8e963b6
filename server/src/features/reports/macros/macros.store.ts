import type { macros as contract } from '@duai/contract';
import { eq } from 'drizzle-orm';
import type { Queries } from '../reports.store.ts';
import { staffMacros } from '../reports.tables.ts';

export const findMacros = async (on: Queries, staffId: string): Promise<contract.Macro[]> =>
  (await on.select().from(staffMacros).where(eq(staffMacros.staffId, staffId)))[0]?.macros ?? [];

export const saveMacros = async (on: Queries, row: typeof staffMacros.$inferInsert): Promise<void> => {
  const { macros, updatedAt } = row;
  await on
    .insert(staffMacros)
    .values(row)
    .onConflictDoUpdate({ target: staffMacros.staffId, set: { macros, updatedAt } });
};
