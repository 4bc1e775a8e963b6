import type { trial as contract } from '@duai/contract';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Actor, Context } from '../../core/actor.ts';
import { notFound } from '../../core/app-error.ts';
import { hashSecret, newId, newSecret } from '../../core/ids.ts';
import { apiKeys } from './trial.tables.ts';
import type { TrialTools } from './trial-tools.ts';

const PREFIX = 'duai_';
const present = (row: typeof apiKeys.$inferSelect): contract.ApiKey => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

/** What a PACS signs in with: shown once, stored as a hash, revocable. */
export function createApiKeys({ db, clock, audit }: TrialTools) {
  return {
    list: async (institutionId: string) =>
      (
        await db.drizzle
          .select()
          .from(apiKeys)
          .where(and(eq(apiKeys.institutionId, institutionId), isNull(apiKeys.revokedAt)))
          .orderBy(desc(apiKeys.createdAt))
      ).map(present),

    create: (context: Context, institutionId: string, name: string) =>
      db.transaction(async (tx) => {
        const secret = `${PREFIX}${newSecret()}`;
        const [row] = await tx
          .insert(apiKeys)
          .values({ id: newId(), institutionId, name, secretHash: hashSecret(secret), createdAt: clock.now() })
          .returning();
        await audit.record(tx, context, { action: 'trial.create-api-key', subjectType: 'api-key', subjectId: row!.id });
        return { apiKey: present(row!), secret };
      }),

    revoke: (context: Context, institutionId: string, id: string) =>
      db.transaction(async (tx) => {
        const revoked = await tx
          .update(apiKeys)
          .set({ revokedAt: clock.now() })
          .where(and(eq(apiKeys.id, id), eq(apiKeys.institutionId, institutionId), isNull(apiKeys.revokedAt)))
          .returning({ id: apiKeys.id });
        if (revoked.length === 0) throw notFound('api key');
        await audit.record(tx, context, { action: 'trial.revoke-api-key', subjectType: 'api-key', subjectId: id });
      }),

    async resolve(secret: string): Promise<Actor | null> {
      const [row] = await db.drizzle
        .update(apiKeys)
        .set({ lastUsedAt: clock.now() })
        .where(and(eq(apiKeys.secretHash, hashSecret(secret)), isNull(apiKeys.revokedAt)))
        .returning();
      return row ? { realm: 'institution-key', id: row.id, institutionId: row.institutionId } : null;
    },
  };
}
