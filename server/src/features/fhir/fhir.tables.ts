import type { fhir as contract } from '@duai/contract';
import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from '../../core/columns.ts';

export const fhirClients = pgTable('fhir_clients', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  name: text().notNull(),
  jwks: jsonb().$type<{ keys: Record<string, unknown>[] }>(),
  jwksUrl: text('jwks_url'),
  scopes: text().array().$type<contract.FhirScope[]>().notNull(),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at'),
  revokedAt: time('revoked_at'),
});

export const fhirAssertions = pgTable(
  'fhir_assertions',
  {
    clientId: uuid('client_id').notNull(),
    jtiHash: bytea('jti_hash').notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.clientId, table.jtiHash] })],
);

export const fhirTokens = pgTable('fhir_tokens', {
  tokenHash: bytea('token_hash').primaryKey(),
  clientId: uuid('client_id').notNull(),
  scopes: text().array().$type<contract.FhirScope[]>().notNull(),
  expiresAt: time('expires_at').notNull(),
});
