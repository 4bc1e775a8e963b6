import { and, eq, gt, isNull } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { AppError } from '../../core/app-error.ts';
import { later } from '../../core/clock.ts';
import { hashSecret, newSecret } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import { linkTokens, type Realm } from './accounts.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update'>;
type Purpose = (typeof linkTokens.$inferSelect)['purpose'];

interface Link {
  realm: Realm;
  accountId: string;
  purpose: Purpose;
  email: string;
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
            eq(linkTokens.realm, link.realm),
            eq(linkTokens.accountId, link.accountId),
            eq(linkTokens.purpose, link.purpose),
            isNull(linkTokens.usedAt),
          ),
        );
      await on
        .insert(linkTokens)
        .values({ ...link, tokenHash: hashSecret(token), expiresAt: later(now, lifetimeMs), createdAt: now });
      return token;
    },

    /** Uses the link up. @throws AppError LINK_INVALID for an unknown, used or expired one */
    async redeem(on: Queries, token: string, realm: Realm, purpose: Purpose): Promise<Link> {
      const now = clock.now();
      const [row] = await on
        .update(linkTokens)
        .set({ usedAt: now })
        .where(
          and(
            eq(linkTokens.tokenHash, hashSecret(token)),
            eq(linkTokens.realm, realm),
            eq(linkTokens.purpose, purpose),
            isNull(linkTokens.usedAt),
            gt(linkTokens.expiresAt, now),
          ),
        )
        .returning();
      if (!row) throw new AppError('LINK_INVALID');
      return row;
    },

    /** Whether one was issued after `since`: the cool-down of "send again". */
    async wasIssuedSince(on: Queries, link: Omit<Link, 'email'>, since: Date): Promise<boolean> {
      const rows = await on
        .select({ createdAt: linkTokens.createdAt })
        .from(linkTokens)
        .where(
          and(
            eq(linkTokens.realm, link.realm),
            eq(linkTokens.accountId, link.accountId),
            eq(linkTokens.purpose, link.purpose),
            gt(linkTokens.createdAt, since),
          ),
        );
      return rows.length > 0;
    },
  };
}
export type LinkTokens = ReturnType<typeof createLinkTokens>;
