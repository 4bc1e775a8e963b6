import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from '../../core/columns.ts';

/** Sequence, time and hashes are set by the database (migration 0002). */
export const auditEvents = pgTable('audit_events', {
  sequence: bigint({ mode: 'number' }).primaryKey(),
  at: time('at').notNull(),
  actorRealm: text('actor_realm').notNull(),
  actorId: uuid('actor_id'),
  action: text().notNull(),
  subjectType: text('subject_type').notNull(),
  subjectId: text('subject_id'),
  outcome: text().$type<'ok' | 'refused'>().notNull(),
  /** Salted SHA-256 of the address; the address itself is in `audit_origins` and can be erased. */
  address: text(),
  requestId: text('request_id'),
  details: jsonb().$type<Record<string, string | number>>().notNull(),
  previousHash: bytea('previous_hash').notNull(),
  hash: bytea().notNull(),
});

export const auditOrigins = pgTable('audit_origins', {
  sequence: bigint({ mode: 'number' }).primaryKey(),
  salt: bytea().notNull(),
  address: text().notNull(),
});
