import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type PeerRow, pacsPeers, pacsQuarantine, type QuarantineRow } from './pacs.tables.ts';

type Queries = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;

export const findPeersByTitle = (on: Queries, aeTitle: string): Promise<PeerRow[]> =>
  on.select().from(pacsPeers).where(eq(pacsPeers.aeTitle, aeTitle));

/** Open peers of an institution with this title that instances may be sent to. */
export const findDestinations = (on: Queries, institutionId: string, aeTitle: string): Promise<PeerRow[]> =>
  on
    .select()
    .from(pacsPeers)
    .where(
      and(
        eq(pacsPeers.institutionId, institutionId),
        eq(pacsPeers.aeTitle, aeTitle),
        eq(pacsPeers.isOpen, true),
        isNotNull(pacsPeers.port),
      ),
    );

export const findPeers = (on: Queries): Promise<PeerRow[]> =>
  on.select().from(pacsPeers).orderBy(pacsPeers.name, pacsPeers.id);

export async function findPeer(on: Queries, id: string): Promise<PeerRow | undefined> {
  const [row] = await on.select().from(pacsPeers).where(eq(pacsPeers.id, id));
  return row;
}

/** As it is now; undefined once it is closed. */
export async function findOpenPeer(on: Queries, id: string): Promise<PeerRow | undefined> {
  const [row] = await on
    .select()
    .from(pacsPeers)
    .where(and(eq(pacsPeers.id, id), eq(pacsPeers.isOpen, true)));
  return row;
}

/** @returns undefined where another has this title and address, or certificate */
export async function insertPeer(on: Changes, row: typeof pacsPeers.$inferInsert): Promise<PeerRow | undefined> {
  const [inserted] = await on.insert(pacsPeers).values(row).onConflictDoNothing().returning();
  return inserted;
}

export async function updatePeer(on: Changes, id: string, isOpen: boolean): Promise<PeerRow | undefined> {
  const [changed] = await on.update(pacsPeers).set({ isOpen }).where(eq(pacsPeers.id, id)).returning();
  return changed;
}

export async function deletePeer(on: Changes, id: string): Promise<boolean> {
  const removed = await on.delete(pacsPeers).where(eq(pacsPeers.id, id)).returning({ id: pacsPeers.id });
  return removed.length > 0;
}

export const findQuarantine = (on: Queries, limit: number): Promise<QuarantineRow[]> =>
  on.select().from(pacsQuarantine).orderBy(desc(pacsQuarantine.receivedAt)).limit(limit);

/** The same content again is kept once. */
export async function insertQuarantine(on: Changes, row: typeof pacsQuarantine.$inferInsert): Promise<void> {
  await on.insert(pacsQuarantine).values(row).onConflictDoNothing();
}

/** @returns SHA-256 of the files of these rows */
export async function deleteQuarantine(
  on: Changes,
  of: { institutionId: string } | { scanId: string },
): Promise<string[]> {
  const rows = await on
    .delete(pacsQuarantine)
    .where('scanId' in of ? eq(pacsQuarantine.scanId, of.scanId) : eq(pacsQuarantine.institutionId, of.institutionId))
    .returning({ sha256: pacsQuarantine.sha256 });
  return rows.map(({ sha256 }) => sha256);
}
