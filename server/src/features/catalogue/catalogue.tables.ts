import type { catalogue } from '@duai/contract';
import { boolean, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

export const modelSettings = pgTable(
  'model_settings',
  {
    institutionId: uuid('institution_id').notNull(),
    algorithmId: text('algorithm_id').notNull(),
    isEnabled: boolean('is_enabled').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.institutionId, table.algorithmId] })],
);

export const routingRules = pgTable('routing_rules', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  algorithmId: text('algorithm_id').notNull(),
  conditions: jsonb().$type<catalogue.RoutingConditions>().notNull(),
  createdAt: time('created_at').notNull(),
});
