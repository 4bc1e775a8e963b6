import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { theOne } from '../../core/the-one.ts';
import { type OpeningRow, type ShareRow, shareOpenings, shares } from './shares.tables.ts';

export type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'execute'>;

export const insertShare = async (on: Queries, row: typeof shares.$inferInsert): Promise<ShareRow> =>
  theOne(await on.insert(shares).values(row).returning());

export const findShares = (on: Queries, caseId: string): Promise<ShareRow[]> =>
  on.select().from(shares).where(eq(shares.caseId, caseId)).orderBy(desc(shares.createdAt), desc(shares.id));

/** Locks the link, so that wrong PINs and openings are counted one after the other. */
export const lockBySecret = async (on: Queries, secretHash: Buffer): Promise<ShareRow | undefined> =>
  (await on.select().from(shares).where(eq(shares.secretHash, secretHash)).for('update'))[0];

/** Counts in the database, so that concurrent guesses are all counted. */
export const countWrongPin = async (on: Queries, id: string): Promise<void> => {
  await on
    .update(shares)
    .set({ wrongPins: sql`${shares.wrongPins} + 1` })
    .where(eq(shares.id, id));
};

/** A second revocation changes nothing. */
export const revoke = async (on: Queries, caseId: string, id: string, at: Date): Promise<ShareRow | undefined> =>
  (
    await on
      .update(shares)
      .set({ revokedAt: sql`coalesce(${shares.revokedAt}, ${at.toISOString()}::timestamptz)` })
      .where(and(eq(shares.id, id), eq(shares.caseId, caseId)))
      .returning()
  )[0];

/** Revokes every link of these cases that is not revoked yet. */
export const revokeAll = (on: Queries, caseIds: string[], at: Date): Promise<{ id: string }[]> =>
  on
    .update(shares)
    .set({ revokedAt: at })
    .where(and(inArray(shares.caseId, caseIds), isNull(shares.revokedAt)))
    .returning({ id: shares.id });

export const insertOpening = async (on: Queries, row: typeof shareOpenings.$inferInsert): Promise<OpeningRow> =>
  theOne(await on.insert(shareOpenings).values(row).returning());

export const countOpenings = async (on: Queries, shareId: string): Promise<number> =>
  theOne(await on.select({ openings: count() }).from(shareOpenings).where(eq(shareOpenings.shareId, shareId))).openings;

export const findOpenings = (on: Queries, shareIds: string[]): Promise<OpeningRow[]> =>
  on
    .select()
    .from(shareOpenings)
    .where(inArray(shareOpenings.shareId, shareIds))
    .orderBy(desc(shareOpenings.openedAt), desc(shareOpenings.id));

export const findOpening = async (
  on: Queries,
  shareId: string,
  tokenHash: Buffer,
): Promise<{ share: ShareRow; opening: OpeningRow } | undefined> =>
  (
    await on
      .select({ share: shares, opening: shareOpenings })
      .from(shareOpenings)
      .innerJoin(shares, eq(shares.id, shareOpenings.shareId))
      .where(and(eq(shareOpenings.shareId, shareId), eq(shareOpenings.tokenHash, tokenHash)))
  )[0];

export const updateOpening = async (on: Queries, id: string, change: Partial<OpeningRow>): Promise<void> => {
  await on.update(shareOpenings).set(change).where(eq(shareOpenings.id, id));
};

export const findOpeningById = async (
  on: Queries,
  id: string,
): Promise<{ share: ShareRow; opening: OpeningRow } | undefined> =>
  (
    await on
      .select({ share: shares, opening: shareOpenings })
      .from(shareOpenings)
      .innerJoin(shares, eq(shares.id, shareOpenings.shareId))
      .where(eq(shareOpenings.id, id))
  )[0];

export const findLabels = async (on: Queries, ids: string[]): Promise<Map<string, string | null>> => {
  if (ids.length === 0) return new Map();
  const rows = await on.select({ id: shares.id, label: shares.label }).from(shares).where(inArray(shares.id, ids));
  return new Map(rows.map((row) => [row.id, row.label]));
};
