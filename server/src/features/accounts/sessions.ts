import { and, eq, isNull, max, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Context } from '../../core/actor.ts';
import { later, MINUTE_MS } from '../../core/clock.ts';
import { hashSecret, newId, newSecret } from '../../core/ids.ts';
import type { Parts } from '../../parts.ts';
import { type Realm, sessions } from './accounts.tables.ts';

type Queries = Pick<NodePgDatabase, 'select' | 'insert' | 'update'>;

interface SessionLife {
  lifetimeMs: number;
  idleMinutes?: number;
}

/** Opaque tokens of which only the hash is stored; limits are kept by the server, not by the cookie. */
export function createSessions({ db, clock }: Pick<Parts, 'db' | 'clock'>) {
  return {
    async open(
      on: Queries,
      context: Context,
      realm: Realm,
      accountId: string,
      { lifetimeMs, idleMinutes }: SessionLife,
    ): Promise<string> {
      const token = newSecret();
      const now = clock.now();
      await on.insert(sessions).values({
        id: newId(),
        realm,
        accountId,
        tokenHash: hashSecret(token),
        createdAt: now,
        lastUsedAt: now,
        expiresAt: later(now, lifetimeMs),
        idleMinutes: idleMinutes ?? null,
        address: context.address,
        userAgent: context.userAgent,
      });
      return token;
    },

    /** The live session of a token; its last use is noted at most once a minute. */
    async find(realm: Realm, token: string): Promise<{ id: string; accountId: string } | null> {
      const [row] = await db.drizzle
        .select()
        .from(sessions)
        .where(and(eq(sessions.tokenHash, hashSecret(token)), eq(sessions.realm, realm), isNull(sessions.revokedAt)));
      const now = clock.now();
      if (!row || row.expiresAt <= now) return null;
      if (row.idleMinutes !== null && later(row.lastUsedAt, row.idleMinutes * MINUTE_MS) <= now) return null;
      if (now.getTime() - row.lastUsedAt.getTime() > MINUTE_MS) {
        await db.drizzle.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, row.id));
      }
      return { id: row.id, accountId: row.accountId };
    },

    async revoke(realm: Realm, token: string): Promise<void> {
      await db.drizzle
        .update(sessions)
        .set({ revokedAt: clock.now() })
        .where(and(eq(sessions.tokenHash, hashSecret(token)), eq(sessions.realm, realm)));
    },

    async revokeAll(on: Queries, realm: Realm, accountId: string): Promise<void> {
      await on
        .update(sessions)
        .set({ revokedAt: clock.now() })
        .where(and(eq(sessions.realm, realm), eq(sessions.accountId, accountId), isNull(sessions.revokedAt)));
    },

    async lastSeen(on: Queries): Promise<Map<string, Date>> {
      const rows = await on
        .select({ accountId: sessions.accountId, at: max(sessions.lastUsedAt) })
        .from(sessions)
        .where(sql`true`)
        .groupBy(sessions.accountId);
      return new Map(rows.flatMap((row) => (row.at ? [[row.accountId, row.at] as const] : [])));
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;
