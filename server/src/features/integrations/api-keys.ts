import type { ApiScope, integrations as contract } from '@duai/contract';
import { type ApiKeyActor, type Context, type InstitutionActor, systemContext } from '../../core/actor.ts';
import { notFound } from '../../core/app-error.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { hashSecret, newId, newSecret } from '../../core/ids.ts';
import * as store from './api-keys.store.ts';
import type { IntegrationTools } from './integration-tools.ts';

/** A prefix by which people and secret scanners recognise a leaked key. */
const MARK = 'duai_';
const SHOWN_LENGTH = MARK.length + 6;

const present = ({
  institutionId: _institution,
  secretHash: _hash,
  createdBy: _by,
  ...row
}: store.ApiKeyRow): contract.ApiKey => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
});

/** API keys of an institution's own systems: with scopes, shown once, stored as a hash, revocable at once. */
export function createApiKeys({ db, clock, audit }: IntegrationTools) {
  return {
    list: async (institutionId: string): Promise<contract.ApiKey[]> =>
      (await store.findKeys(db.drizzle, institutionId)).map(present),

    /** What its institution calls a key. */
    async nameOf(on: Parameters<typeof store.findKeys>[0], institutionId: string, id: string): Promise<string> {
      const keys = await store.findKeys(on, institutionId);
      return keys.find((key) => key.id === id)?.name ?? '';
    },

    async create(context: Context, actor: InstitutionActor, { name, scopes }: { name: string; scopes: ApiScope[] }) {
      const secret = `${MARK}${newSecret()}`;
      return db.transaction(async (tx) => {
        const row = await store.insertKey(tx, {
          id: newId(),
          institutionId: actor.institutionId,
          name,
          prefix: secret.slice(0, SHOWN_LENGTH),
          secretHash: hashSecret(secret),
          scopes: [...new Set(scopes)],
          createdBy: actor.id,
          createdAt: clock.now(),
        });
        await audit.record(tx, context, {
          action: 'integrations.create-key',
          subjectType: 'api-key',
          subjectId: row.id,
          details: { scopes: scopes.join(' ') },
        });
        return { key: present(row), secret };
      });
    },

    async revoke(context: Context, institutionId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await store.revokeKey(tx, institutionId, id, clock.now()))) throw notFound('api key');
        await audit.record(tx, context, {
          action: 'integrations.revoke-key',
          subjectType: 'api-key',
          subjectId: id,
        });
      });
    },

    /** Revokes all keys of these institutions, as the system. @returns how many */
    revokeAllOf: (institutionIds: string[]): Promise<number> =>
      db.transaction(async (tx) => {
        const revoked = await store.revokeKeysOf(tx, institutionIds, clock.now());
        for (const subjectId of revoked) {
          const entry = { action: 'integrations.revoke-key', subjectType: 'api-key', subjectId };
          await audit.record(tx, systemContext, entry);
        }
        return revoked.length;
      }),

    /** The system that this bearer token belongs to; its last use is noted at most once a minute. */
    async actorOf(token: string): Promise<ApiKeyActor | null> {
      if (!token.startsWith(MARK)) return null;
      const row = await store.findKeyBySecret(db.drizzle, hashSecret(token));
      if (!row) return null;
      const now = clock.now();
      if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > MINUTE_MS)
        await store.noteUse(db.drizzle, row.id, now);
      return { realm: 'api-key', id: row.id, institutionId: row.institutionId, scopes: row.scopes };
    },
  };
}
