import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from '../../core/columns.ts';

export const shares = pgTable('shares', {
  id: uuid().primaryKey(),
  caseId: uuid('case_id').notNull(),
  label: text(),
  secretHash: bytea('secret_hash').notNull(),
  pinHash: bytea('pin_hash').notNull(),
  wrongPins: integer('wrong_pins').notNull().default(0),
  maxOpenings: integer('max_openings').notNull(),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  revokedAt: time('revoked_at'),
});
export type ShareRow = typeof shares.$inferSelect;

export const shareOpenings = pgTable('share_openings', {
  id: uuid().primaryKey(),
  shareId: uuid('share_id').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  openedAt: time('opened_at').notNull(),
  endsAt: time('ends_at').notNull(),
  downloadedAt: time('downloaded_at'),
});
export type OpeningRow = typeof shareOpenings.$inferSelect;
