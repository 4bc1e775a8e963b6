import type { accounts } from '@duai/contract';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { AppError } from '../../../core/app-error.ts';
import { later } from '../../../core/clock.ts';
import { hashSecret, newSecret } from '../../../core/ids.ts';
import type { Parts } from '../../../parts.ts';
import type { Realm } from '../accounts.tables.ts';
import { lockAccount } from './account-access.store.ts';
import * as store from './link-tokens.store.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete'>;

interface Link {
  realm: Realm;
  accountId: string;
  purpose: store.Purpose;
  email: string;
  /** Invitations only: the role that the new member gets. */
  role?: accounts.InstitutionRole | null;
  /** Invitations only: the member who sent it. */
  issuedBy?: string | null;
}

/** Single-use tokens of mailed links; a new one ends the older ones of its purpose. */
export function createLinkTokens({ clock }: Pick<Parts, 'clock'>) {
  return {
    async issue(on: Queries, link: Link, lifetimeMs: number): Promise<string> {
      const token = newSecret();
      const now = clock.now();
      // One institution can have open invitations to several addresses.
      await store.endLinks(on, link, now, link.purpose === 'invitation' ? { email: link.email } : {});
      const expiresAt = later(now, lifetimeMs);
      await store.insertLink(on, { ...link, tokenHash: hashSecret(token), expiresAt, createdAt: now });
      return token;
    },

    /** Marks the link as used. @throws AppError LINK_INVALID for an unknown, used or expired one */
    async redeem(on: Queries, token: string, realm: Realm, ...purposes: store.Purpose[]): Promise<Link> {
      const now = clock.now();
      const tokenHash = hashSecret(token);
      const known = await store.findLink(on, tokenHash, realm);
      // An invitation has no account to lock yet.
      if (known && known.purpose !== 'invitation') await lockAccount(on, realm, known.accountId);
      const row = await store.takeLink(on, tokenHash, realm, purposes, now);
      if (!row) throw new AppError('LINK_INVALID');
      return row;
    },

    /** Ends the open links of a purpose. */
    revoke: (on: Queries, link: Omit<Link, 'email'>): Promise<void> => store.endLinks(on, link, clock.now()),

    /** Ends every open link of an account and the invitations that it sent. */
    revokeAllOf: (on: Queries, realm: Realm, accountId: string): Promise<void> =>
      store.endLinksOf(on, realm, accountId, clock.now()),

    /** When the last link was issued; the cool-down of "send again" starts there. */
    lastIssuedAt: (on: Queries, link: Omit<Link, 'email'>): Promise<Date | null> => store.findLastIssue(on, link),
  };
}
export type LinkTokens = ReturnType<typeof createLinkTokens>;
