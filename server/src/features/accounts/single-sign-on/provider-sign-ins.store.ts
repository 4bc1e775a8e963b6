import { and, eq, gt, lt } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { institutionUsers, providerIdentities, providerSignIns } from '../accounts.tables.ts';

type Reads = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;
export type SignInRow = typeof providerSignIns.$inferSelect;

export async function insertSignIn(on: Changes, row: SignInRow): Promise<void> {
  await on.insert(providerSignIns).values(row);
}

/** Deletes a pending sign-in, whoever asks. Returns undefined where it is unknown, of another institution or too old. */
export async function takeSignIn(
  on: Changes,
  stateHash: Buffer,
  institutionId: string,
  now: Date,
): Promise<SignInRow | undefined> {
  const [row] = await on
    .delete(providerSignIns)
    .where(
      and(
        eq(providerSignIns.stateHash, stateHash),
        eq(providerSignIns.institutionId, institutionId),
        gt(providerSignIns.expiresAt, now),
      ),
    )
    .returning();
  return row;
}

export async function sweepSignIns(on: Changes, now: Date): Promise<void> {
  await on.delete(providerSignIns).where(lt(providerSignIns.expiresAt, now));
}

export interface Identity {
  institutionId: string;
  issuer: string;
  subject: string;
}

export async function findUserOf(on: Reads, { institutionId, issuer, subject }: Identity): Promise<string | undefined> {
  const [row] = await on
    .select({ userId: providerIdentities.userId })
    .from(providerIdentities)
    .where(
      and(
        eq(providerIdentities.institutionId, institutionId),
        eq(providerIdentities.issuer, issuer),
        eq(providerIdentities.subject, subject),
      ),
    );
  return row?.userId;
}

export async function insertIdentity(on: Changes, identity: Identity, userId: string, at: Date): Promise<void> {
  await on.insert(providerIdentities).values({ ...identity, userId, createdAt: at });
}

export async function updateEmail(on: Changes, userId: string, email: string): Promise<void> {
  await on
    .update(institutionUsers)
    .set({ email })
    .where(and(eq(institutionUsers.id, userId), eq(institutionUsers.isOfProvider, true)));
}
