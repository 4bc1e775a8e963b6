import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from '../../core/columns.ts';

export const hl7Receivers = pgTable('hl7_receivers', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  name: text().notNull(),
  host: text().notNull(),
  port: integer().notNull(),
  transport: text().$type<'tls' | 'plain'>().notNull(),
  certificateSha256: text('certificate_sha256'),
  application: text().notNull(),
  facility: text().notNull(),
  hasDocument: boolean('has_document').notNull(),
  algorithmIds: text('algorithm_ids').array(),
  mayBePrivate: boolean('may_be_private').notNull().default(false),
  createdAt: time('created_at').notNull(),
});
export type ReceiverRow = typeof hl7Receivers.$inferSelect;

export const hl7Messages = pgTable('hl7_messages', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  receiverId: uuid('receiver_id').notNull(),
  scanId: uuid('scan_id').notNull(),
  submission: integer().notNull(),
  /** The message to send; null before it is made, and once it is accepted. */
  content: bytea(),
  /** The correction of the patient that was in force when it was made; null: none. */
  correctionId: uuid('correction_id'),
  /** The correction for which it is sent anew; null: planned with the results. */
  resentFor: uuid('resent_for'),
  state: text().$type<'waiting' | 'accepted' | 'failed'>().notNull().default('waiting'),
  attempts: integer().notNull().default(0),
  lastOutcome: text('last_outcome'),
  createdAt: time('created_at').notNull(),
  acceptedAt: time('accepted_at'),
});
export type MessageRow = typeof hl7Messages.$inferSelect;
