import type { Currency } from '@duai/contract';
import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

export const scanCharges = pgTable('scan_charges', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  scanId: uuid('scan_id').notNull(),
  studyKey: text('study_key').notNull(),
  source: text().$type<'upload' | 'pacs'>().notNull(),
  modality: text(),
  billing: text().$type<'trial' | 'metered'>().notNull(),
  status: text().$type<'reserved' | 'charged' | 'released'>().notNull(),
  acceptedAt: time('accepted_at').notNull(),
  settledAt: time('settled_at'),
});
export type ScanChargeRow = typeof scanCharges.$inferSelect;

export const scanPrices = pgTable('scan_prices', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  validFrom: date('valid_from', { mode: 'string' }).notNull(),
  unitPriceMinor: integer('unit_price_minor').notNull(),
  currency: text().$type<Currency>().notNull(),
  taxNote: text('tax_note').notNull(),
  createdAt: time('created_at').notNull(),
});
