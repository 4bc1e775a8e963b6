import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { theOne } from '../../core/the-one.ts';
import { apiKeys } from './integrations.tables.ts';

type Reads = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update'>;
export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** The keys of an institution, the newest first. */
export const findKeys = (on: Reads, institutionId: string): Promise<ApiKeyRow[]> =>
  on.select().from(apiKeys).where(eq(apiKeys.institutionId, institutionId)).orderBy(desc(apiKeys.createdAt));

export async function insertKey(on: Changes, row: typeof apiKeys.$inferInsert): Promise<ApiKeyRow> {
  return theOne(await on.insert(apiKeys).values(row).returning());
}

/** Returns false where the institution has no such key or it was already revoked. */
export async function revokeKey(on: Changes, institutionId: string, id: string, at: Date): Promise<boolean> {
  const revoked = await on
    .update(apiKeys)
    .set({ revokedAt: at })
    .where(and(eq(apiKeys.id, id), eq(apiKeys.institutionId, institutionId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return revoked.length > 0;
}

/** Revokes all keys of these institutions. @returns their ids */
export async function revokeKeysOf(on: Changes, institutionIds: string[], at: Date): Promise<string[]> {
  const rows = await on
    .update(apiKeys)
    .set({ revokedAt: at })
    .where(and(inArray(apiKeys.institutionId, institutionIds), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return rows.map(({ id }) => id);
}

/** Returns undefined for a revoked key. */
export async function findKeyBySecret(on: Reads, secretHash: Buffer): Promise<ApiKeyRow | undefined> {
  const [row] = await on
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.secretHash, secretHash), isNull(apiKeys.revokedAt)));
  return row;
}

export async function noteUse(on: Changes, id: string, at: Date): Promise<void> {
  await on.update(apiKeys).set({ lastUsedAt: at }).where(eq(apiKeys.id, id));
}
