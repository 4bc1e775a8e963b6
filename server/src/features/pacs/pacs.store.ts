import { pacs as contract } from '@duai/contract';
import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type PageWish, placeOf, readPage, type SortKey } from '../../core/keyset.ts';
import { type PeerRow, pacsDecisions, pacsPeers, pacsQuarantine } from './pacs.tables.ts';

type Queries = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;

export const findPeersByTitle = (on: Queries, aeTitle: string): Promise<PeerRow[]> =>
  on.select().from(pacsPeers).where(eq(pacsPeers.aeTitle, aeTitle));

/** Open peers of an institution with this title that listen for instances. */
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

/** Of an institution, or of all. */
export const findPeers = (on: Queries, institutionId?: string): Promise<PeerRow[]> =>
  on
    .select()
    .from(pacsPeers)
    .where(institutionId === undefined ? undefined : eq(pacsPeers.institutionId, institutionId))
    .orderBy(pacsPeers.name, pacsPeers.id);

/** Whether another open peer has the same title, and the same address or certificate. */
export async function isTakenByOpenPeer(
  on: Queries,
  { id, aeTitle, address, certificateSha256 }: PeerRow,
): Promise<boolean> {
  const found = await on
    .select({ id: pacsPeers.id })
    .from(pacsPeers)
    .where(
      and(
        ne(pacsPeers.id, id),
        eq(pacsPeers.isOpen, true),
        eq(pacsPeers.aeTitle, aeTitle),
        address === null ? eq(pacsPeers.certificateSha256, certificateSha256!) : eq(pacsPeers.address, address),
      ),
    );
  return found.length > 0;
}

/** Whether another one of its institution is known by the same title, and address or certificate. */
export async function isTakenByOwnPeer(
  on: Queries,
  { id, institutionId, aeTitle, address, certificateSha256 }: PeerRow,
): Promise<boolean> {
  const others = await on
    .select({ address: pacsPeers.address, certificateSha256: pacsPeers.certificateSha256 })
    .from(pacsPeers)
    .where(and(ne(pacsPeers.id, id), eq(pacsPeers.institutionId, institutionId), eq(pacsPeers.aeTitle, aeTitle)));
  return others.some((other) =>
    address === null ? other.certificateSha256 === certificateSha256 : other.address === address,
  );
}

/** Counts an institution's peers and locks them, so that only one caller counts at a time. */
export async function lockedPeerCount(on: Queries, institutionId: string): Promise<number> {
  const rows = await on
    .select({ id: pacsPeers.id })
    .from(pacsPeers)
    .where(eq(pacsPeers.institutionId, institutionId))
    .for('update');
  return rows.length;
}

export async function findPeer(on: Queries, id: string): Promise<PeerRow | undefined> {
  const [row] = await on.select().from(pacsPeers).where(eq(pacsPeers.id, id));
  return row;
}

/** The present row; undefined once the peer is closed. */
export async function findOpenPeer(on: Queries, id: string): Promise<PeerRow | undefined> {
  const [row] = await on
    .select()
    .from(pacsPeers)
    .where(and(eq(pacsPeers.id, id), eq(pacsPeers.isOpen, true)))
    .prepare('open_peer')
    .execute();
  return row;
}

/** @returns undefined where another peer has this title and address, or certificate */
export async function insertPeer(on: Changes, row: typeof pacsPeers.$inferInsert): Promise<PeerRow | undefined> {
  const [inserted] = await on.insert(pacsPeers).values(row).onConflictDoNothing().returning();
  return inserted;
}

export async function updatePeer(
  on: Changes,
  id: string,
  change: { [key in keyof PeerRow]?: PeerRow[key] | undefined },
): Promise<PeerRow | undefined> {
  const [changed] = await on.update(pacsPeers).set(change).where(eq(pacsPeers.id, id)).returning();
  return changed;
}

export async function deletePeer(on: Changes, id: string, institutionId?: string): Promise<boolean> {
  const isIt = eq(pacsPeers.id, id);
  const removed = await on
    .delete(pacsPeers)
    .where(institutionId === undefined ? isIt : and(isIt, eq(pacsPeers.institutionId, institutionId)))
    .returning({ id: pacsPeers.id });
  return removed.length > 0;
}

const NEWEST: readonly SortKey[] = [
  { column: pacsQuarantine.receivedAt, type: 'timestamptz', isDescending: true },
  { column: pacsQuarantine.id, type: 'uuid', isDescending: false },
];
/** Of an institution, or of all. */
export const findQuarantine = (on: Queries, institutionId: string | undefined, wish: PageWish) =>
  readPage(NEWEST, wish, contract.PACS_ROWS_PER_PAGE, (beyond, order, { limit, offset }) =>
    on
      .select({
        id: pacsQuarantine.id,
        institutionId: pacsQuarantine.institutionId,
        peerId: pacsQuarantine.peerId,
        way: pacsQuarantine.way,
        sender: pacsQuarantine.sender,
        scanId: pacsQuarantine.scanId,
        sizeBytes: pacsQuarantine.sizeBytes,
        receivedAt: pacsQuarantine.receivedAt,
        place: placeOf(NEWEST),
      })
      .from(pacsQuarantine)
      .where(and(institutionId === undefined ? undefined : eq(pacsQuarantine.institutionId, institutionId), beyond))
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );

/**
 * Keeps the same content only once, and of a study no more than `most`.
 * @returns whether it is there now
 */
export async function insertQuarantine(
  on: Queries & Changes,
  row: typeof pacsQuarantine.$inferInsert,
  most: number,
): Promise<boolean> {
  const inserted = await on
    .insert(pacsQuarantine)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: pacsQuarantine.id });
  if (inserted.length === 0 || !(await hasMoreQuarantined(on, row.scanId, most))) return true;
  await on.delete(pacsQuarantine).where(eq(pacsQuarantine.id, row.id));
  return false;
}

/** Whether more than `most` instances of a study are quarantined. */
async function hasMoreQuarantined(on: Queries, scanId: string, most: number): Promise<boolean> {
  const beyond = await on
    .select({ id: pacsQuarantine.id })
    .from(pacsQuarantine)
    .where(eq(pacsQuarantine.scanId, scanId))
    .offset(most)
    .limit(1);
  return beyond.length > 0;
}

/** Deletes the rows, and the decisions that were made. @returns SHA-256 of their files */
export async function deleteQuarantine(
  on: Changes,
  of: { institutionId: string } | { scanId: string },
): Promise<string[]> {
  await on
    .delete(pacsDecisions)
    .where('scanId' in of ? eq(pacsDecisions.scanId, of.scanId) : eq(pacsDecisions.institutionId, of.institutionId));
  const rows = await on
    .delete(pacsQuarantine)
    .where('scanId' in of ? eq(pacsQuarantine.scanId, of.scanId) : eq(pacsQuarantine.institutionId, of.institutionId))
    .returning({ sha256: pacsQuarantine.sha256 });
  return rows.map(({ sha256 }) => sha256);
}
