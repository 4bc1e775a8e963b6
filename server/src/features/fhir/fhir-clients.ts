import type { fhir as contract } from '@duai/contract';
import { createLocalJWKSet } from 'jose';
import type { Context, InstitutionActor } from '../../core/actor.ts';
import { AppError, notFound } from '../../core/app-error.ts';
import { newId } from '../../core/ids.ts';
import { OutwardRefused, outwardAddresses } from '../../core/network/outward.ts';
import type { FhirTools } from './fhir.service.ts';
import * as store from './fhir-clients.store.ts';

type Keys = { jwks: { keys: Record<string, unknown>[] } } | { jwksUrl: string };

const present = (row: store.ClientRow): contract.FhirClient => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  jwksUrl: row.jwksUrl,
  keyIds: (row.jwks?.keys ?? []).map(({ kid }) => String(kid)),
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
});

/** Members of private keys (RFC 7518 section 6). Such a key is refused, because its owner has disclosed it. */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** Record systems that an institution's administrators have registered. */
export function createFhirClients({ db, clock, audit, allowedHosts }: FhirTools) {
  /** @throws AppError FHIR_KEYS_NOT_USABLE, PROVIDER_ADDRESS_REFUSED */
  async function assertUsable(keys: Keys): Promise<void> {
    if ('jwks' in keys) {
      const areUsable = keys.jwks.keys.every((key) => key.kid && !PRIVATE.some((part) => part in key));
      if (!areUsable || !isReadable(keys.jwks)) throw new AppError('FHIR_KEYS_NOT_USABLE');
      return;
    }
    try {
      await outwardAddresses(new URL(keys.jwksUrl), { allowedHosts });
    } catch (error) {
      if (error instanceof OutwardRefused) throw new AppError('PROVIDER_ADDRESS_REFUSED', { internal: error.message });
      throw error;
    }
  }

  return {
    list: async (institutionId: string): Promise<contract.FhirClient[]> =>
      (await store.findClients(db.drizzle, institutionId)).map(present),

    async add(
      context: Context,
      { institutionId }: InstitutionActor,
      { name, scopes, keys }: { name: string; scopes: contract.FhirScope[]; keys: Keys },
    ): Promise<contract.FhirClient> {
      await assertUsable(keys);
      return db.transaction(async (tx) => {
        const row = await store.insertClient(tx, {
          ...keys,
          id: newId(),
          institutionId,
          name,
          scopes: [...new Set(scopes)],
          createdAt: clock.now(),
        });
        await audit.record(tx, context, {
          action: 'fhir.add-client',
          subjectType: 'fhir-client',
          subjectId: row.id,
          details: { scopes: scopes.join(' ') },
        });
        return present(row);
      });
    },

    async revoke(context: Context, institutionId: string, id: string): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await store.revokeClient(tx, institutionId, id, clock.now()))) throw notFound('fhir client');
        await audit.record(tx, context, { action: 'fhir.revoke-client', subjectType: 'fhir-client', subjectId: id });
      });
    },
  };
}

function isReadable(jwks: { keys: Record<string, unknown>[] }): boolean {
  try {
    createLocalJWKSet(jwks as unknown as Parameters<typeof createLocalJWKSet>[0]);
    return true;
  } catch {
    return false;
  }
}
