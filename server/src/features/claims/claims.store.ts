import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { claims } from './claims.tables.ts';

export type ClaimRow = typeof claims.$inferSelect;

export const findClaims = (on: Pick<NodePgDatabase, 'select'>): Promise<ClaimRow[]> => on.select().from(claims);

/** Replaces the earlier decision on the claim. */
export async function saveClaim(on: Pick<NodePgDatabase, 'insert'>, { name, ...decision }: ClaimRow): Promise<void> {
  await on
    .insert(claims)
    .values({ name, ...decision })
    .onConflictDoUpdate({ target: claims.name, set: decision });
}
