import { pacs as contract } from '@duai/contract';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type PageWish, placeOf, readPage, type SortKey } from '../../../core/keyset.ts';
import {
  type DeliveryRow,
  type PeerRow,
  pacsCommitments,
  pacsDeliveries,
  pacsPeers,
  pacsResultRoutes,
  pacsWebReceivers,
  type ResultRouteRow,
  type WebReceiverRow,
} from '../pacs.tables.ts';

type Queries = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;

/** Result routes to open systems that have a port. */
export const findResultRoutes = async (on: Queries, institutionId: string): Promise<ResultRouteRow[]> =>
  (
    await on
      .select({ route: pacsResultRoutes })
      .from(pacsResultRoutes)
      .innerJoin(pacsPeers, eq(pacsPeers.id, pacsResultRoutes.peerId))
      .where(
        and(eq(pacsResultRoutes.institutionId, institutionId), eq(pacsPeers.isOpen, true), isNotNull(pacsPeers.port)),
      )
  ).map(({ route }) => route);

export async function upsertResultRoute(on: Changes, row: typeof pacsResultRoutes.$inferInsert): Promise<void> {
  const { peerId: _peer, ...set } = row;
  await on.insert(pacsResultRoutes).values(row).onConflictDoUpdate({ target: pacsResultRoutes.peerId, set });
}
export async function deleteResultRoute(on: Changes, peerId: string): Promise<void> {
  await on.delete(pacsResultRoutes).where(eq(pacsResultRoutes.peerId, peerId));
}

export async function deleteResultRoutes(on: Changes, institutionId: string): Promise<void> {
  await on.delete(pacsResultRoutes).where(eq(pacsResultRoutes.institutionId, institutionId));
}

/** @returns false where this object of this submission was already planned for this system */
export async function insertDelivery(on: Changes, row: typeof pacsDeliveries.$inferInsert): Promise<boolean> {
  const inserted = await on
    .insert(pacsDeliveries)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: pacsDeliveries.id });
  return inserted.length > 0;
}

export async function findDelivery(
  on: Queries,
  id: string,
): Promise<{ delivery: DeliveryRow; peer: PeerRow | null; receiver: WebReceiverRow | null } | undefined> {
  const [found] = await on
    .select({ delivery: pacsDeliveries, peer: pacsPeers, receiver: pacsWebReceivers })
    .from(pacsDeliveries)
    .leftJoin(pacsPeers, eq(pacsPeers.id, pacsDeliveries.peerId))
    .leftJoin(pacsWebReceivers, eq(pacsWebReceivers.id, pacsDeliveries.receiverId))
    .where(eq(pacsDeliveries.id, id));
  return found;
}

export async function updateDelivery(on: Changes, id: string, change: Partial<DeliveryRow>): Promise<void> {
  await on.update(pacsDeliveries).set(change).where(eq(pacsDeliveries.id, id));
}

/** Once the receiver has committed to keep the object, no copy is needed here. */
export async function forgetContent(on: Changes, commitmentId: string): Promise<void> {
  await on.update(pacsDeliveries).set({ content: null }).where(eq(pacsDeliveries.commitmentId, commitmentId));
}

const NEWEST: readonly SortKey[] = [
  { column: pacsDeliveries.createdAt, type: 'timestamptz', isDescending: true },
  { column: pacsDeliveries.id, type: 'uuid', isDescending: false },
];
/** The newest first, of one institution or of all; without content. */
export const findDeliveries = (on: Queries, institutionId: string | undefined, wish: PageWish) =>
  readPage(NEWEST, wish, contract.PACS_ROWS_PER_PAGE, (beyond, order, { limit, offset }) =>
    on
      .select({
        id: pacsDeliveries.id,
        institutionId: pacsDeliveries.institutionId,
        peerId: sql<string>`coalesce(${pacsDeliveries.peerId}, ${pacsDeliveries.receiverId})`,
        peerName: sql<string>`coalesce(${pacsPeers.name}, ${pacsWebReceivers.name})`,
        isByWeb: sql<boolean>`${pacsDeliveries.receiverId} is not null`,
        scanId: pacsDeliveries.scanId,
        object: pacsDeliveries.object,
        state: pacsDeliveries.state,
        attempts: pacsDeliveries.attempts,
        lastOutcome: pacsDeliveries.lastOutcome,
        commitment: pacsCommitments.state,
        createdAt: pacsDeliveries.createdAt,
        sentAt: pacsDeliveries.sentAt,
        namesFormerPatient: sql<boolean>`${pacsDeliveries.sentAt} is not null and exists (
          select from present_corrections p
          where p.scan_id = ${pacsDeliveries.scanId} and p.id is distinct from ${pacsDeliveries.correctionId})`,
        place: placeOf(NEWEST),
      })
      .from(pacsDeliveries)
      .leftJoin(pacsPeers, eq(pacsPeers.id, pacsDeliveries.peerId))
      .leftJoin(pacsWebReceivers, eq(pacsWebReceivers.id, pacsDeliveries.receiverId))
      .leftJoin(pacsCommitments, eq(pacsCommitments.id, pacsDeliveries.commitmentId))
      .where(and(institutionId === undefined ? undefined : eq(pacsDeliveries.institutionId, institutionId), beyond))
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );
