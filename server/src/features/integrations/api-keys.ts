import type { ApiScope, integrations as contract } from '@duai/contract';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { type ApiKeyActor, type Context, type InstitutionActor, systemContext } from '../../core/actor.ts';
import { notFound } from '../../core/app-error.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { hashSecret, newId, newSecret } from '../../core/ids.ts';
import type { IntegrationTools } from './integration-tools.ts';
import { apiKeys } from './integrations.tables.ts';

/** So that a leaked key is recognised by whoever finds it, and by secret scanners. */
const MARK = 'duai_';
const SHOWN_LENGTH = MARK.length + 6;

const present = ({
  institutionId: _institution,
  secretHash: _hash,
  createdBy: _by,
  ...row
}: typeof apiKeys.$inferSelect): contract.ApiKey => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
});

/** Keys of an institution's own systems: scoped, shown once, stored as a hash, revocable at once. */
export function createApiKeys({ db, clock, audit }: IntegrationTools) {
  return {
    list: async (institutionId: string): Promise<contract.ApiKey[]> =>
      (
        await db.drizzle
          .select()
          .from(apiKeys)
          .where(eq(apiKeys.institutionId, institutionId))
          .orderBy(desc(apiKeys.createdAt))
      ).map(present),

    async create(context: Context, actor: InstitutionActor, { name, scopes }: { name: string; scopes: ApiScope[] }) {
      const secret = `${MARK}${newSecret()}`;
      return db.transaction(async (tx) => {
        const [row] = await tx
          .insert(apiKeys)
          .values({
            id: newId(),
            institutionId: actor.institutionId,
            name,
            prefix: secret.slice(0, SHOWN_LENGTH),
            secretHash: hashSecret(secret),
            scopes: [...new Set(scopes)],
            createdBy: actor.id,
            createdAt: clock.now(),
          })
          .returning();
        await audit.record(tx, context, {
          action: 'integrations.create-key',
          subjectType: 'api-key',
          subjectId: row!.id,
          details: { scopes: scopes.join(' ') },
        });
        return { key: present(row!), secret };
      });
    },

    async revoke(context: Context, institutionId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const [row] = await tx
          .update(apiKeys)
          .set({ revokedAt: clock.now() })
          .where(and(eq(apiKeys.id, id), eq(apiKeys.institutionId, institutionId), isNull(apiKeys.revokedAt)))
          .returning({ id: apiKeys.id });
        if (!row) throw notFound('api key');
        await audit.record(tx, context, {
          action: 'integrations.revoke-key',
          subjectType: 'api-key',
          subjectId: id,
        });
      });
    },

    /** Of these institutions, by the system: nobody calls in their name from now on. @returns how many */
    revokeAllOf: (institutionIds: string[]): Promise<number> =>
      db.transaction(async (tx) => {
        const rows = await tx
          .update(apiKeys)
          .set({ revokedAt: clock.now() })
          .where(and(inArray(apiKeys.institutionId, institutionIds), isNull(apiKeys.revokedAt)))
          .returning({ id: apiKeys.id });
        for (const { id } of rows) {
          const entry = { action: 'integrations.revoke-key', subjectType: 'api-key', subjectId: id };
          await audit.record(tx, systemContext, entry);
        }
        return rows.length;
      }),

    /** Who calls with this bearer token; its last use is noted at most once a minute. */
    async actorOf(token: string): Promise<ApiKeyActor | null> {
      if (!token.startsWith(MARK)) return null;
      const [row] = await db.drizzle
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.secretHash, hashSecret(token)), isNull(apiKeys.revokedAt)));
      if (!row) return null;
      const now = clock.now();
      if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > MINUTE_MS)
        await db.drizzle.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, row.id));
      return { realm: 'api-key', id: row.id, institutionId: row.institutionId, scopes: row.scopes };
    },
  };
}
