import { and, desc, eq, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { deletionProofs } from './institution-data.tables.ts';

type Reads = Pick<NodePgDatabase, 'select'>;
type ProofRow = typeof deletionProofs.$inferSelect;

/** The proofs of an institution, the newest first. */
export const findProofs = (on: Reads, institutionId: string): Promise<ProofRow[]> =>
  on
    .select()
    .from(deletionProofs)
    .where(eq(deletionProofs.institutionId, institutionId))
    .orderBy(desc(deletionProofs.createdAt));

/** Deletions whose files still exist. */
export const findOpenProofs = (on: Reads, institutionId: string): Promise<ProofRow[]> =>
  on
    .select()
    .from(deletionProofs)
    .where(and(eq(deletionProofs.institutionId, institutionId), isNull(deletionProofs.completedAt)));

export async function insertProof(
  on: Pick<NodePgDatabase, 'insert'>,
  row: typeof deletionProofs.$inferInsert,
): Promise<void> {
  await on.insert(deletionProofs).values(row);
}

export async function completeProof(on: Pick<NodePgDatabase, 'update'>, id: string, at: Date): Promise<void> {
  await on.update(deletionProofs).set({ completedAt: at }).where(eq(deletionProofs.id, id));
}
