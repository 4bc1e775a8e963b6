import { and, asc, eq, gt, inArray, isNull, lt, max, or } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { linkTokens, type Realm } from '../accounts.tables.ts';

type Reads = Pick<NodePgDatabase, 'select'>;
type Changes = Pick<NodePgDatabase, 'insert' | 'update' | 'delete'>;
export type LinkRow = typeof linkTokens.$inferSelect;
export type Purpose = LinkRow['purpose'];
type Kind = Pick<LinkRow, 'realm' | 'accountId' | 'purpose'>;

const isOf = (link: Kind) =>
  and(eq(linkTokens.realm, link.realm), eq(linkTokens.accountId, link.accountId), eq(linkTokens.purpose, link.purpose));

export async function insertLink(on: Changes, row: typeof linkTokens.$inferInsert): Promise<void> {
  await on.insert(linkTokens).values(row);
}

/** Ends the open links of a purpose; with an address only those that were sent there. */
export async function endLinks(on: Changes, link: Kind, at: Date, { email }: { email?: string } = {}): Promise<void> {
  const isThere = email === undefined ? undefined : eq(linkTokens.email, email);
  await on
    .update(linkTokens)
    .set({ usedAt: at })
    .where(and(isOf(link), isNull(linkTokens.usedAt), isThere));
}

/** Ends the open links of an account and the invitations that it sent. */
export async function endLinksOf(on: Changes, realm: Realm, accountId: string, at: Date): Promise<void> {
  await on
    .update(linkTokens)
    .set({ usedAt: at })
    .where(
      and(
        eq(linkTokens.realm, realm),
        or(eq(linkTokens.accountId, accountId), eq(linkTokens.issuedBy, accountId)),
        isNull(linkTokens.usedAt),
      ),
    );
}

export async function findLink(on: Reads, tokenHash: Buffer, realm: Realm): Promise<LinkRow | undefined> {
  const [row] = await on
    .select()
    .from(linkTokens)
    .where(and(eq(linkTokens.tokenHash, tokenHash), eq(linkTokens.realm, realm)));
  return row;
}

/** Marks a link as used. Returns undefined for an unknown, used or expired one. */
export async function takeLink(
  on: Changes,
  tokenHash: Buffer,
  realm: Realm,
  purposes: Purpose[],
  now: Date,
): Promise<LinkRow | undefined> {
  const [row] = await on
    .update(linkTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(linkTokens.tokenHash, tokenHash),
        eq(linkTokens.realm, realm),
        inArray(linkTokens.purpose, purposes),
        isNull(linkTokens.usedAt),
        gt(linkTokens.expiresAt, now),
      ),
    )
    .returning();
  return row;
}

export async function findLastIssue(on: Reads, link: Kind): Promise<Date | null> {
  const [row] = await on
    .select({ at: max(linkTokens.createdAt) })
    .from(linkTokens)
    .where(isOf(link));
  return row?.at ?? null;
}

/** @returns how many */
export const sweepLinks = async (on: Changes, expiredBefore: Date): Promise<number> =>
  (await on.delete(linkTokens).where(lt(linkTokens.expiresAt, expiredBefore)).returning({ realm: linkTokens.realm }))
    .length;

// ---- invitations to an institution ----

const isOpenInvitation = (institutionId: string, now: Date) =>
  and(
    isOf({ realm: 'institution', accountId: institutionId, purpose: 'invitation' }),
    isNull(linkTokens.usedAt),
    gt(linkTokens.expiresAt, now),
  );

export const findInvitations = (on: Reads, institutionId: string, now: Date): Promise<LinkRow[]> =>
  on.select().from(linkTokens).where(isOpenInvitation(institutionId, now)).orderBy(asc(linkTokens.email));

export const findInvitation = (on: Reads, institutionId: string, email: string, now: Date): Promise<LinkRow[]> =>
  on
    .select()
    .from(linkTokens)
    .where(and(isOpenInvitation(institutionId, now), eq(linkTokens.email, email)));

/** Returns false where the institution has no such open invitation. */
export async function endInvitation(on: Changes, institutionId: string, id: string, now: Date): Promise<boolean> {
  const ended = await on
    .update(linkTokens)
    .set({ usedAt: now })
    .where(and(isOpenInvitation(institutionId, now), eq(linkTokens.id, id)))
    .returning({ id: linkTokens.id });
  return ended.length > 0;
}
