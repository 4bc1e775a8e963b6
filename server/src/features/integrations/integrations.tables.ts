import type { ApiScope, integrations as contract } from '@duai/contract';
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from '../../core/columns.ts';

export const apiKeys = pgTable('api_keys', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  name: text().notNull(),
  prefix: text().notNull(),
  secretHash: bytea('secret_hash').notNull(),
  scopes: text().array().$type<ApiScope[]>().notNull(),
  createdBy: uuid('created_by').notNull(),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at'),
  revokedAt: time('revoked_at'),
});

export const webhooks = pgTable('webhooks', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  url: text().notNull(),
  event: text().$type<contract.Webhook['event']>().notNull(),
  secretEncrypted: text('secret_encrypted').notNull(),
  createdAt: time('created_at').notNull(),
});

export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: uuid().primaryKey(),
  webhookId: uuid('webhook_id').notNull(),
  institutionId: uuid('institution_id').notNull(),
  event: text().notNull(),
  scanId: uuid('scan_id'),
  cause: text().notNull(),
  payload: jsonb().$type<contract.WebhookPayload>().notNull(),
  status: text().$type<'pending' | 'delivered' | 'failed'>().notNull().default('pending'),
  attempts: integer().notNull().default(0),
  lastOutcome: text('last_outcome'),
  createdAt: time('created_at').notNull(),
  deliveredAt: time('delivered_at'),
});
