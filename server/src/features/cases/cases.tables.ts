import type { CaseModality, CaseStatus, Urgency } from '@duai/contract';
import { boolean, integer, pgTable, pgView, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export type Pipeline = 'waiting-for-images' | 'analysing' | 'draft-ready' | 'signed' | 'failed';

export const cases = pgTable('cases', {
  id: uuid().primaryKey(),
  caseNumber: text('case_number').notNull(),
  patientId: uuid('patient_id').notNull(),
  modality: text().$type<CaseModality>().notNull(),
  bodyPart: text('body_part'),
  clinicalHistory: text('clinical_history'),
  symptoms: text(),
  urgency: text().$type<Urgency>().notNull(),
  status: text().$type<CaseStatus>().notNull().default('uploaded'),
  pipeline: text().$type<Pipeline>().notNull().default('waiting-for-images'),
  submission: integer().notNull().default(0),
  question: text(),
  claimedBy: uuid('claimed_by'),
  claimedAt: time('claimed_at'),
  uploadedAt: time('uploaded_at').notNull(),
  submittedAt: time('submitted_at'),
  dueAt: time('due_at'),
  completedAt: time('completed_at'),
});
export type CaseRow = typeof cases.$inferSelect;

/** Published by the studies feature (migration 0006). */
export const caseImages = pgView('case_images', {
  id: uuid().notNull(),
  caseId: uuid('case_id').notNull(),
  originalName: text('original_name').notNull(),
  isDicom: boolean('is_dicom').notNull(),
  hasPreview: boolean('has_preview').notNull(),
  receivedAt: time('received_at').notNull(),
}).existing();
