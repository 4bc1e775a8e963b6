import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type PeerRow, pacsOrders, pacsPeers } from '../pacs.tables.ts';

type Queries = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'delete' | 'execute'>;

/** Open worklists of an institution that listen, in the order in which they were named. */
export const findWorklists = (on: Queries, institutionId: string): Promise<PeerRow[]> =>
  on
    .select()
    .from(pacsPeers)
    .where(
      and(
        eq(pacsPeers.institutionId, institutionId),
        eq(pacsPeers.purpose, 'worklist'),
        eq(pacsPeers.isOpen, true),
        isNotNull(pacsPeers.port),
      ),
    )
    .orderBy(asc(pacsPeers.createdAt), asc(pacsPeers.id));

/** In place of what was found before. @returns false where the scan is gone */
export async function keepOrder(on: Changes, row: typeof pacsOrders.$inferInsert): Promise<boolean> {
  const { rows } = await on.execute(sql`select from scans where id = ${row.scanId} for share`);
  if (rows.length === 0) return false;
  await on.insert(pacsOrders).values(row).onConflictDoUpdate({ target: pacsOrders.scanId, set: row });
  return true;
}

/** @returns the accession number that it gave its scan; null where there was none */
export async function deleteOrderOf(on: Changes, scanId: string): Promise<string | null> {
  const [row] = await on
    .delete(pacsOrders)
    .where(eq(pacsOrders.scanId, scanId))
    .returning({ accessionNumber: pacsOrders.accessionNumber });
  return row?.accessionNumber ?? null;
}

export async function deleteOrders(on: Changes, institutionId: string): Promise<void> {
  await on.delete(pacsOrders).where(eq(pacsOrders.institutionId, institutionId));
}
