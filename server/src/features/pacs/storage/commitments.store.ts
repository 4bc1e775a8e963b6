import { and, eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type CommitmentRow, type PeerRow, pacsCommitments, pacsPeers } from '../pacs.tables.ts';

type Queries = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update'>;

/** @returns false where this transaction was already requested */
export async function insertCommitment(on: Changes, row: typeof pacsCommitments.$inferInsert): Promise<boolean> {
  const inserted = await on
    .insert(pacsCommitments)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: pacsCommitments.id });
  return inserted.length > 0;
}

/** Whether more than `most` requests of a peer wait for their report. */
export async function hasMoreOpen(on: Queries, peerId: string, most: number): Promise<boolean> {
  const { askedBy, state, id } = pacsCommitments;
  const beyond = await on
    .select({ id })
    .from(pacsCommitments)
    .where(and(eq(pacsCommitments.peerId, peerId), eq(askedBy, 'peer'), eq(state, 'open')))
    .offset(most)
    .limit(1);
  return beyond.length > 0;
}

export async function findCommitment(
  on: Queries,
  id: string,
): Promise<{ commitment: CommitmentRow; peer: PeerRow } | undefined> {
  const [found] = await on
    .select({ commitment: pacsCommitments, peer: pacsPeers })
    .from(pacsCommitments)
    .innerJoin(pacsPeers, eq(pacsPeers.id, pacsCommitments.peerId))
    .where(eq(pacsCommitments.id, id));
  return found;
}

/** The request that this server made to a peer, by its transaction UID. */
export async function findAsked(
  on: Queries,
  peerId: string,
  transactionUid: string,
): Promise<CommitmentRow | undefined> {
  const [found] = await on
    .select()
    .from(pacsCommitments)
    .where(
      and(
        eq(pacsCommitments.peerId, peerId),
        eq(pacsCommitments.askedBy, 'server'),
        eq(pacsCommitments.transactionUid, transactionUid),
      ),
    );
  return found;
}

/** Ends a commitment. The list of instances is deleted, since it is no longer needed. */
export async function endCommitment(
  on: Changes,
  id: string,
  change: Pick<CommitmentRow, 'state' | 'failed' | 'reportedAt'>,
): Promise<void> {
  await on
    .update(pacsCommitments)
    .set({ ...change, instances: [] })
    .where(eq(pacsCommitments.id, id));
}

export async function deleteCommitments(on: Pick<NodePgDatabase, 'delete'>, institutionId: string): Promise<void> {
  await on.delete(pacsCommitments).where(eq(pacsCommitments.institutionId, institutionId));
}

export async function deleteCommitment(on: Pick<NodePgDatabase, 'delete'>, id: string): Promise<void> {
  await on.delete(pacsCommitments).where(eq(pacsCommitments.id, id));
}
