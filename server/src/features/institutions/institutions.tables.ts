import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from '../../core/columns.ts';

export const applications = pgTable('applications', {
  id: uuid().primaryKey(),
  institutionName: text('institution_name').notNull(),
  contactName: text('contact_name').notNull(),
  email: text().notNull(),
  phone: text().notNull(),
  country: text().notNull(),
  pacsVendor: text('pacs_vendor').notNull(),
  pacsVersion: text('pacs_version'),
  dicomNodes: text('dicom_nodes'),
  modalities: text().array().notNull(),
  studiesPerDay: text('studies_per_day'),
  comments: text(),
  gdprConsentAt: time('gdpr_consent_at').notNull(),
  status: text().$type<'new' | 'asked' | 'approved' | 'declined'>().notNull().default('new'),
  institutionId: uuid('institution_id'),
  decidedBy: uuid('decided_by'),
  decidedAt: time('decided_at'),
  question: text(),
  answer: text(),
  declineReason: text('decline_reason'),
  questionTokenHash: bytea('question_token_hash'),
  questionExpiresAt: time('question_expires_at'),
  createdAt: time('created_at').notNull(),
});
export type ApplicationRow = typeof applications.$inferSelect;

export const trials = pgTable('trials', {
  institutionId: uuid('institution_id').primaryKey(),
  plan: text().$type<'trial' | 'pay-per-scan'>().notNull().default('trial'),
  activatedAt: time('activated_at'),
  expiresAt: time('expires_at'),
  scanLimit: integer('scan_limit').notNull(),
  usedScans: integer('used_scans').notNull().default(0),
  meteredScans: integer('metered_scans').notNull().default(0),
  upgradedAt: time('upgraded_at'),
});
export type TrialRow = typeof trials.$inferSelect;
