import type { scans as contract } from '@duai/contract';
import { date, doublePrecision, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

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
  /** When the quiet period ends if nothing more arrives; null once the study is complete. */
  quietAt: time('quiet_at'),
  failureCode: text('failure_code'),
  studyDate: date('study_date', { mode: 'string' }),
  patientLabel: text('patient_label'),
  /** Null for scans from before it was kept, and for samples. */
  arrivedBy: text('arrived_by').$type<contract.ArrivalWay>(),
  /** Of the first image: the name of the system that sent it. */
  sender: text(),
  /** As the header of the first image writes it. */
  referringPhysician: text('referring_physician'),
  /**
   * From the headers, the age else as it was stated; set once the newest submission was analysed (DICOM PS3.3 C.7.1.1, C.7.2.2, C.7.5.1); until then
   * `device` is null.
   */
  patientSex: text('patient_sex'),
  patientAgeYears: doublePrecision('patient_age_years'),
  device: text(),
  /** Of the person at the examination, in completed years, as the sender stated it; headers take precedence. */
  statedAgeYears: smallint('stated_age_years'),
  createdAt: time('created_at').notNull(),
  completedAt: time('completed_at'),
});
export type ScanRow = typeof scans.$inferSelect;
