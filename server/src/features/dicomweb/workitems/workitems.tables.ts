import type { workitems as contract, dicomweb } from '@duai/contract';
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../../core/columns.ts';

export const workitems = pgTable('workitems', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  uid: text().notNull(),
  state: text().$type<contract.WorkitemState>().notNull(),
  performer: text().$type<'house' | 'other'>().notNull(),
  transactionUid: text('transaction_uid'),
  /** The key or member that claimed it. */
  claimedBy: uuid('claimed_by'),
  dataSet: jsonb('data_set').$type<dicomweb.DicomJson>().notNull(),
  studyInstanceUid: text('study_instance_uid'),
  createdAt: time('created_at').notNull(),
  changedAt: time('changed_at').notNull(),
});
export type WorkitemRow = typeof workitems.$inferSelect;
