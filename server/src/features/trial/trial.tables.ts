import type { Currency, trialModels } from '@duai/contract';
import { boolean, date, doublePrecision, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
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

export const scans = pgTable('scans', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  source: text().$type<'upload' | 'pacs'>().notNull(),
  billing: text().$type<'trial' | 'metered' | 'sample'>().notNull(),
  status: text().$type<'processing' | 'complete' | 'failed'>().notNull().default('processing'),
  studyDescription: text('study_description'),
  modality: text(),
  bodyPart: text('body_part'),
  findings: text().array().notNull().default([]),
  studyInstanceUid: text('study_instance_uid'),
  studyKey: text('study_key'),
  submission: integer().notNull().default(1),
  submittedAt: time('submitted_at').notNull(),
  failureCode: text('failure_code'),
  studyDate: date('study_date', { mode: 'string' }),
  patientLabel: text('patient_label'),
  /** Of the headers, once the newest submission was read (DICOM PS3.3 C.7.1.1, C.7.2.2, C.7.5.1); `device` is null before. */
  patientSex: text('patient_sex'),
  patientAgeYears: doublePrecision('patient_age_years'),
  device: text(),
  createdAt: time('created_at').notNull(),
  completedAt: time('completed_at'),
});
export type ScanRow = typeof scans.$inferSelect;

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
  conditions: jsonb().$type<trialModels.RoutingConditions>().notNull(),
  createdAt: time('created_at').notNull(),
});
