import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from '../../../core/columns.ts';
import type { VendorContent } from './vendor-result.ts';

/** Whether personal details are removed before images go to a vendor; true where there is no row. */
export const vendorSending = pgTable('vendor_sending', {
  institutionId: uuid('institution_id').primaryKey(),
  isDeidentified: boolean('is_deidentified').notNull(),
  updatedAt: time('updated_at').notNull(),
});

/** A series that was sent to a vendor; the UIDs are those that the vendor got. */
export const vendorRequests = pgTable('vendor_requests', {
  analysisId: uuid('analysis_id').primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  algorithmId: text('algorithm_id').notNull(),
  studyInstanceUid: text('study_instance_uid').notNull(),
  seriesInstanceUid: text('series_instance_uid').notNull(),
  isDeidentified: boolean('is_deidentified').notNull(),
  sentAt: time('sent_at'),
  dueAt: time('due_at').notNull(),
});
export type VendorRequestRow = typeof vendorRequests.$inferSelect;

/** The objects that came back, as they were read. */
export const vendorAnswers = pgTable(
  'vendor_answers',
  {
    analysisId: uuid('analysis_id').notNull(),
    sopInstanceUid: text('sop_instance_uid').notNull(),
    sha256: text().notNull(),
    content: jsonb().$type<VendorContent>().notNull(),
    receivedAt: time('received_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.analysisId, table.sopInstanceUid] })],
);

/** Pictures of secondary captures, drawn anew from their pixels: PNG. */
export const vendorPictures = pgTable('vendor_pictures', {
  id: uuid().primaryKey(),
  analysisId: uuid('analysis_id').notNull(),
  sopInstanceUid: text('sop_instance_uid').notNull(),
  frame: integer().notNull(),
  png: bytea().notNull(),
});
