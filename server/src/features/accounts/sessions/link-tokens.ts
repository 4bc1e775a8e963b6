import { and, eq, gt, inArray, isNull, max, or } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { AppError } from '../../../core/app-error.ts';
import { later } from '../../../core/clock.ts';
import { hashSecret, newSecret } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import { linkTokens, type Realm } from '../accounts.tables.ts';
import { lockAccount } from './account-access.store.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update'>;
type Purpose = (typeof linkTokens.$inferSelect)['purpose'];

interface Link {
  realm: Realm;
  accountId: string;
  purpose: Purpose;
  email: string;
  /** Of an invitation: what it gives. */
  role?: 'admin' | 'member' | null;
  /** Of an invitation: the member who sent it. */
  issuedBy?: string | null;
}

/** Single-use secrets of mailed links; a new one makes the older ones of its purpose worthless. */
export function createLinkTokens({ clock }: Pick<Parts, 'clock'>) {
  return {
    async issue(on: Queries, link: Link, lifetimeMs: number): Promise<string> {
      const token = newSecret();
      const now = clock.now();
      await on
        .update(linkTokens)
        .set({ usedAt: now })
        .where(
          and(
            isOf(link),
            isNull(linkTokens.usedAt),
            // Several people may be invited to one institution.
            link.purpose === 'invitation' ? eq(linkTokens.email, link.email) : undefined,
          ),
        );
      await on
        .insert(linkTokens)
        .values({ ...link, tokenHash: hashSecret(token), expiresAt: later(now, lifetimeMs), createdAt: now });
      return token;
    },

    /** Uses the link up. @throws AppError LINK_INVALID for an unknown, used or expired one */
    async redeem(on: Queries, token: string, realm: Realm, ...purposes: Purpose[]): Promise<Link> {
      const now = clock.now();
      const isToken = eq(linkTokens.tokenHash, hashSecret(token));
      const [known] = await on
        .select()
        .from(linkTokens)
        .where(and(isToken, eq(linkTokens.realm, realm)));
      // An invitation belongs to no account yet.
      if (known && known.purpose !== 'invitation') await lockAccount(on, realm, known.accountId);
      const [row] = await on
        .update(linkTokens)
        .set({ usedAt: now })
        .where(
          and(
            isToken,
            eq(linkTokens.realm, realm),
            inArray(linkTokens.purpose, purposes),
            isNull(linkTokens.usedAt),
            gt(linkTokens.expiresAt, now),
          ),
        )
        .returning();
      if (!row) throw new AppError('LINK_INVALID');
      return row;
    },

    /** Makes the open links of a purpose worthless. */
    async revoke(on: Queries, link: Omit<Link, 'email'>): Promise<void> {
      await on
        .update(linkTokens)
        .set({ usedAt: clock.now() })
        .where(and(isOf(link), isNull(linkTokens.usedAt)));
    },

    /** Makes every open link of an account worthless, and the invitations that it sent. */
    async revokeAllOf(on: Queries, realm: Realm, accountId: string): Promise<void> {
      await on
        .update(linkTokens)
        .set({ usedAt: clock.now() })
        .where(
          and(
            eq(linkTokens.realm, realm),
            or(eq(linkTokens.accountId, accountId), eq(linkTokens.issuedBy, accountId)),
            isNull(linkTokens.usedAt),
          ),
        );
    },

    /** When the last one was issued: the cool-down of "send again" counts from there. */
    async lastIssuedAt(on: Queries, link: Omit<Link, 'email'>): Promise<Date | null> {
      const [row] = await on
        .select({ at: max(linkTokens.createdAt) })
        .from(linkTokens)
        .where(isOf(link));
      return row?.at ?? null;
    },
  };
}
export type LinkTokens = ReturnType<typeof createLinkTokens>;

const isOf = (link: Omit<Link, 'email'>) =>
  and(eq(linkTokens.realm, link.realm), eq(linkTokens.accountId, link.accountId), eq(linkTokens.purpose, link.purpose));
