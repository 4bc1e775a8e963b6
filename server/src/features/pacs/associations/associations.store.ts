import { pacs as contract } from '@duai/contract';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type PageWish, placeOf, readPage, type SortKey } from '../../../core/keyset.ts';
import { pacsAssociations, pacsPeers } from '../pacs.tables.ts';

type Queries = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'delete'>;

/** Adds one association to the counts of its hour. */
export async function countAssociation(
  on: Changes,
  row: Omit<typeof pacsAssociations.$inferInsert, 'associations'>,
): Promise<void> {
  const { stored, refused, address, lastAt } = row;
  await on
    .insert(pacsAssociations)
    .values({ ...row, associations: 1 })
    .onConflictDoUpdate({
      target: [pacsAssociations.peerId, pacsAssociations.hour, pacsAssociations.outcome],
      set: {
        ...{ address, lastAt },
        associations: sql`${pacsAssociations.associations} + 1`,
        stored: sql`${pacsAssociations.stored} + ${stored}`,
        refused: sql`${pacsAssociations.refused} + ${refused}`,
      },
    });
}

export async function forgetAssociations(on: Changes, peerId: string, before: Date): Promise<void> {
  await on.delete(pacsAssociations).where(and(eq(pacsAssociations.peerId, peerId), lt(pacsAssociations.hour, before)));
}

export async function deleteAssociations(on: Changes, institutionId: string): Promise<void> {
  await on.delete(pacsAssociations).where(eq(pacsAssociations.institutionId, institutionId));
}

const NEWEST: readonly SortKey[] = [
  { column: pacsAssociations.hour, type: 'timestamptz', isDescending: true },
  { column: pacsAssociations.peerId, type: 'uuid', isDescending: false },
  { column: pacsAssociations.outcome, type: 'text', isDescending: false },
];
/** The newest hour first, of one institution or of all. */
export const findAssociations = (on: Queries, institutionId: string | undefined, since: Date, wish: PageWish) =>
  readPage(NEWEST, wish, contract.PACS_ROWS_PER_PAGE, (beyond, order, { limit, offset }) =>
    on
      .select({
        peerId: pacsAssociations.peerId,
        peerName: pacsPeers.name,
        hour: pacsAssociations.hour,
        outcome: pacsAssociations.outcome,
        address: pacsAssociations.address,
        associations: pacsAssociations.associations,
        stored: pacsAssociations.stored,
        refused: pacsAssociations.refused,
        lastAt: pacsAssociations.lastAt,
        place: placeOf(NEWEST),
      })
      .from(pacsAssociations)
      .innerJoin(pacsPeers, eq(pacsPeers.id, pacsAssociations.peerId))
      .where(
        and(
          gte(pacsAssociations.hour, since),
          institutionId === undefined ? undefined : eq(pacsAssociations.institutionId, institutionId),
          beyond,
        ),
      )
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
  );
