import type { pacs as contract, keptAside, scans, webReceivers as webContract } from '@duai/contract';
import { bigint, boolean, customType, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';
import type { FailedReference, InstanceReference } from './storage/commitment-information.ts';

export const pacsPeers = pgTable('pacs_peers', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  name: text().notNull(),
  aeTitle: text('ae_title').notNull(),
  transport: text().$type<'tls' | 'plain'>().notNull(),
  address: text(),
  certificateSha256: text('certificate_sha256'),
  /** The host on which the peer listens; null for one that gets no instances. */
  host: text(),
  port: integer(),
  mayQuery: boolean('may_query').notNull().default(false),
  purpose: text().$type<contract.PacsPeer['purpose']>().notNull().default('archive'),
  sends: boolean().notNull().default(true),
  certificateValidTo: time('certificate_valid_to'),
  isOpen: boolean('is_open').notNull().default(false),
  createdAt: time('created_at').notNull(),
});
export type PeerRow = typeof pacsPeers.$inferSelect;

export const pacsQuarantine = pgTable('pacs_quarantine', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  /** The system, by C-STORE alone. */
  peerId: uuid('peer_id'),
  way: text().$type<scans.ArrivalWay>().notNull(),
  /** What the system, the key or the member was called. */
  sender: text(),
  scanId: uuid('scan_id').notNull(),
  sopInstanceUid: text('sop_instance_uid').notNull(),
  sha256: text().notNull(),
  dataSetSha256: text('data_set_sha256').notNull(),
  sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
  receivedAt: time('received_at').notNull(),
});

/** Decisions about what was kept aside, for as long as their study (migration 1550). */
export const pacsDecisions = pgTable('pacs_decisions', {
  quarantineId: uuid('quarantine_id').primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  scanId: uuid('scan_id').notNull(),
  decision: text().$type<keptAside.Decision>().notNull(),
  decidedAt: time('decided_at').notNull(),
});

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

export const pacsOrders = pgTable('pacs_orders', {
  scanId: uuid('scan_id').primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  /** Null where the system was removed since. */
  peerId: uuid('peer_id'),
  matchedBy: text('matched_by').$type<'study' | 'patient'>().notNull(),
  accessionNumber: text('accession_number').notNull(),
  procedureId: text('procedure_id'),
  foundAt: time('found_at').notNull(),
});

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export type ResultObject = (typeof contract.RESULT_OBJECTS)[number];

export const pacsResultRoutes = pgTable('pacs_result_routes', {
  peerId: uuid('peer_id').primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  objects: text().array().$type<ResultObject[]>().notNull(),
  algorithmIds: text('algorithm_ids').array(),
  sendsWhen: text('sends_when').$type<(typeof contract.RESULT_TIMES)[number]>().notNull().default('at-once'),
  changedAt: time('changed_at').notNull(),
});
export type ResultRouteRow = typeof pacsResultRoutes.$inferSelect;

/** Archives that take results by STOW-RS, and what they are sent. */
export const pacsWebReceivers = pgTable('pacs_web_receivers', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  name: text().notNull(),
  url: text().notNull(),
  signIn: text('sign_in').$type<(typeof webContract.SIGN_INS)[number]>().notNull(),
  signInName: text('sign_in_name'),
  secretEncrypted: text('secret_encrypted'),
  objects: text().array().$type<ResultObject[]>().notNull(),
  algorithmIds: text('algorithm_ids').array(),
  sendsWhen: text('sends_when').$type<(typeof contract.RESULT_TIMES)[number]>().notNull(),
  mayBePrivate: boolean('may_be_private').notNull().default(false),
  createdAt: time('created_at').notNull(),
});
export type WebReceiverRow = typeof pacsWebReceivers.$inferSelect;

export const pacsDeliveries = pgTable('pacs_deliveries', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  /** Null where it goes by STOW-RS: then `receiverId` says whither. */
  peerId: uuid('peer_id'),
  receiverId: uuid('receiver_id'),
  scanId: uuid('scan_id').notNull(),
  submission: integer().notNull(),
  object: text().$type<ResultObject>().notNull(),
  /** The id of the run or algorithm of the object; empty for an object of all algorithms. */
  part: text().notNull().default(''),
  algorithmIds: text('algorithm_ids').array(),
  /** The object to send; null before it is made, and once the receiver keeps it. */
  content: bytea(),
  state: text().$type<'waiting' | 'sent' | 'failed'>().notNull().default('waiting'),
  attempts: integer().notNull().default(0),
  lastOutcome: text('last_outcome'),
  /** The correction of the patient that was in force when the object was made; null: none. */
  correctionId: uuid('correction_id'),
  /** The correction for which it is sent anew; null: planned with the results. */
  resentFor: uuid('resent_for'),
  commitmentId: uuid('commitment_id'),
  createdAt: time('created_at').notNull(),
  sentAt: time('sent_at'),
});
export type DeliveryRow = typeof pacsDeliveries.$inferSelect;

/** Counts of associations of a system, by outcome and hour. */
export const pacsAssociations = pgTable(
  'pacs_associations',
  {
    peerId: uuid('peer_id').notNull(),
    institutionId: uuid('institution_id').notNull(),
    hour: time('hour').notNull(),
    outcome: text().$type<contract.AssociationOutcome>().notNull(),
    address: text().notNull(),
    associations: integer().notNull(),
    stored: integer().notNull(),
    refused: integer().notNull(),
    lastAt: time('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.peerId, table.hour, table.outcome] })],
);
