import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { staffInvitations } from '../accounts.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete'>;
export type StaffInvitationRow = typeof staffInvitations.$inferSelect;

const isOpen = (now: Date) => and(isNull(staffInvitations.endedAt), gt(staffInvitations.expiresAt, now));

/** Neither accepted, withdrawn nor replaced, and valid at this time or later. */
export const findInvitations = (on: Pick<Queries, 'select'>, at: Date): Promise<StaffInvitationRow[]> =>
  on.select().from(staffInvitations).where(isOpen(at)).orderBy(asc(staffInvitations.email));

export const insertInvitation = async (
  on: Pick<Queries, 'insert'>,
  row: Omit<StaffInvitationRow, 'endedAt'>,
): Promise<void> => {
  await on.insert(staffInvitations).values(row);
};

/** Ends the invitation sent to an address, also an expired one: each address has at most one open row. */
export const endInvitationsTo = async (on: Pick<Queries, 'update'>, email: string, at: Date): Promise<void> => {
  await on
    .update(staffInvitations)
    .set({ endedAt: at })
    .where(and(eq(staffInvitations.email, email), isNull(staffInvitations.endedAt)));
};

/** Returns false where there is no such open invitation. */
export const endInvitation = async (on: Pick<Queries, 'update'>, id: string, at: Date): Promise<boolean> =>
  (
    await on
      .update(staffInvitations)
      .set({ endedAt: at })
      .where(and(isOpen(at), eq(staffInvitations.id, id)))
      .returning({ id: staffInvitations.id })
  ).length > 0;

/** The open invitation with this token, locked. */
export const lockInvitation = async (
  on: Pick<Queries, 'select'>,
  tokenHash: Buffer,
  now: Date,
): Promise<StaffInvitationRow | undefined> =>
  (
    await on
      .select()
      .from(staffInvitations)
      .where(and(isOpen(now), eq(staffInvitations.tokenHash, tokenHash)))
      .for('update')
  )[0];

export const sweepStaffInvitations = async (on: Pick<Queries, 'delete'>, expiredBefore: Date): Promise<void> => {
  await on.delete(staffInvitations).where(lt(staffInvitations.expiresAt, expiredBefore));
};
