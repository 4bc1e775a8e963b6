import type { institutionData as contract } from '@duai/contract';
import { jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

export const deletionProofs = pgTable('deletion_proofs', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  document: jsonb().$type<contract.DeletionProof>().notNull(),
  completedAt: time('completed_at'),
  createdAt: time('created_at').notNull(),
});
