import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from '../../core/columns.ts';

export const erasures = pgTable('erasures', {
  id: uuid().primaryKey(),
  patientId: uuid('patient_id'),
  state: text().$type<'waiting' | 'cancelled' | 'running' | 'removing-files' | 'done'>().notNull(),
  requestedAt: time('requested_at').notNull(),
  dueAt: time('due_at').notNull(),
  erasedAt: time('erased_at'),
  removedRows: jsonb('removed_rows').$type<Record<string, number>>().notNull().default({}),
  removedMessages: integer('removed_messages').notNull().default(0),
  auditRows: integer('audit_rows').notNull().default(0),
  document: text(),
  sha256: text(),
  tokenHash: bytea('token_hash'),
});
export type ErasureRow = typeof erasures.$inferSelect;

export const erasureFiles = pgTable(
  'erasure_files',
  {
    erasureId: uuid('erasure_id').notNull(),
    sha256: text().notNull(),
    outcome: text().$type<'removed' | 'kept'>(),
  },
  (table) => [primaryKey({ columns: [table.erasureId, table.sha256] })],
);

export const exportTickets = pgTable('export_tickets', {
  tokenHash: bytea('token_hash').primaryKey(),
  patientId: uuid('patient_id').notNull(),
  language: text().$type<'tr' | 'en' | 'ar'>().notNull(),
  expiresAt: time('expires_at').notNull(),
});
