import type { auditReceivers as contract } from '@duai/contract';
import { bigint, boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

export const auditReceivers = pgTable('audit_receivers', {
  id: uuid().primaryKey(),
  /** Null: of the operator. */
  institutionId: uuid('institution_id'),
  name: text().notNull(),
  host: text().notNull(),
  port: integer().notNull(),
  format: text().$type<(typeof contract.AUDIT_FORMATS)[number]>().notNull(),
  certificateSha256: text('certificate_sha256'),
  mayBePrivate: boolean('may_be_private').notNull().default(false),
  lastSequence: bigint('last_sequence', { mode: 'number' }).notNull(),
  lastSentAt: time('last_sent_at'),
  failures: integer().notNull().default(0),
  lastFailure: text('last_failure'),
  nextTryAt: time('next_try_at').notNull(),
  takenUntil: time('taken_until'),
  createdAt: time('created_at').notNull(),
});
export type AuditReceiverRow = typeof auditReceivers.$inferSelect;
