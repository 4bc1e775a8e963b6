import type { dicomweb } from '@duai/contract';
import { bigint, boolean, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../../../core/columns.ts';

/** Who is told of a work item. */
export const workitemSubscriptions = pgTable(
  'workitem_subscriptions',
  {
    workitemId: uuid('workitem_id').notNull(),
    aeTitle: text('ae_title').notNull(),
    institutionId: uuid('institution_id').notNull(),
    hasLock: boolean('has_lock').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workitemId, table.aeTitle] })],
);

/** Who is told of all, or of those that match. */
export const workitemWorklists = pgTable(
  'workitem_worklists',
  {
    institutionId: uuid('institution_id').notNull(),
    aeTitle: text('ae_title').notNull(),
    kind: text().$type<'all' | 'filtered'>().notNull(),
    filter: jsonb().$type<Record<string, string>>().notNull(),
    hasLock: boolean('has_lock').notNull(),
  },
  (table) => [primaryKey({ columns: [table.institutionId, table.aeTitle, table.kind] })],
);
export type WorklistRow = typeof workitemWorklists.$inferSelect;

/** Open channels of all processes. */
export const workitemChannels = pgTable('workitem_channels', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  aeTitle: text('ae_title').notNull(),
  actorId: uuid('actor_id').notNull(),
  seenAt: time('seen_at').notNull(),
});
export type ChannelRow = typeof workitemChannels.$inferSelect;

export const workitemEvents = pgTable('workitem_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  institutionId: uuid('institution_id').notNull(),
  workitemId: uuid('workitem_id').notNull(),
  aeTitles: text('ae_titles').array().notNull(),
  dataSet: jsonb('data_set').$type<dicomweb.DicomJson>().notNull(),
  createdAt: time('created_at').notNull(),
});
