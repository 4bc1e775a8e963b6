import type { Language } from '@duai/contract';
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';
import type { TemplateName } from './templates.ts';

export const outbox = pgTable('outbox', {
  id: uuid().primaryKey(),
  channel: text().$type<'email' | 'sms'>().notNull(),
  recipient: text().notNull(),
  template: text().$type<TemplateName>().notNull(),
  params: jsonb().$type<Record<string, string>>().notNull(),
  language: text().$type<Language>().notNull(),
  status: text().$type<'held' | 'standby' | 'pending' | 'sent' | 'failed'>().notNull().default('pending'),
  attempts: integer().notNull().default(0),
  lastError: text('last_error'),
  dedupeKey: text('dedupe_key'),
  patientId: uuid('patient_id'),
  isForgottenOnceSent: boolean('is_forgotten_once_sent').notNull().default(false),
  /** A mail that is sent only if its SMS keeps failing. */
  isInPlaceOfSms: boolean('is_in_place_of_sms').notNull().default(false),
  createdAt: time('created_at').notNull(),
  sentAt: time('sent_at'),
  failedAt: time('failed_at'),
});
export type OutboxRow = typeof outbox.$inferSelect;
