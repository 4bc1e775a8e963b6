import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';
import type { FailedReference, InstanceReference } from './commitment-information.ts';

export const pacsPeers = pgTable('pacs_peers', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  name: text().notNull(),
  aeTitle: text('ae_title').notNull(),
  transport: text().$type<'tls' | 'plain'>().notNull(),
  address: text(),
  certificateSha256: text('certificate_sha256'),
  /** Where it listens; null for one that instances are not sent to. */
  host: text(),
  port: integer(),
  mayQuery: boolean('may_query').notNull().default(false),
  isOpen: boolean('is_open').notNull().default(false),
  createdAt: time('created_at').notNull(),
});
export type PeerRow = typeof pacsPeers.$inferSelect;

export const pacsQuarantine = pgTable('pacs_quarantine', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  peerId: uuid('peer_id').notNull(),
  scanId: uuid('scan_id').notNull(),
  sopInstanceUid: text('sop_instance_uid').notNull(),
  sha256: text().notNull(),
  dataSetSha256: text('data_set_sha256').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  receivedAt: time('received_at').notNull(),
});
export type QuarantineRow = typeof pacsQuarantine.$inferSelect;

export const pacsCommitments = pgTable('pacs_commitments', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  peerId: uuid('peer_id').notNull(),
  askedBy: text('asked_by').$type<'peer' | 'server'>().notNull(),
  transactionUid: text('transaction_uid').notNull(),
  instances: jsonb().$type<InstanceReference[]>().notNull(),
  state: text().$type<'open' | 'kept' | 'not-kept'>().notNull().default('open'),
  failed: jsonb().$type<FailedReference[]>().notNull().default([]),
  createdAt: time('created_at').notNull(),
  reportedAt: time('reported_at'),
});
export type CommitmentRow = typeof pacsCommitments.$inferSelect;
