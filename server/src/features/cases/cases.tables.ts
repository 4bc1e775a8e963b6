import {
  assignment,
  type CaseModality,
  type CaseStatus,
  type cases as contract,
  type ImageProblemCode,
  type Subspecialty,
  type Urgency,
} from '@duai/contract';
import { boolean, date, integer, jsonb, pgTable, pgView, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from '../../core/columns.ts';

export type Pipeline = 'waiting-for-images' | 'analysing' | 'draft-ready' | 'signed' | 'failed' | 'stopped';

export const cases = pgTable('cases', {
  id: uuid().primaryKey(),
  caseNumber: text('case_number').notNull(),
  patientId: uuid('patient_id').notNull(),
  modality: text().$type<CaseModality>().notNull(),
  bodyPart: text('body_part'),
  /** Who reads it: `subspecialtyOf` modality and body part. */
  subspecialty: text().$type<Subspecialty>().notNull().default('general'),
  side: text().$type<(typeof contract.SIDES)[number]>(),
  requestId: uuid('request_id'),
  subjectRelation: text('subject_relation').$type<contract.CaseSubject['relation']>(),
  subjectFirstName: text('subject_first_name'),
  subjectLastName: text('subject_last_name'),
  subjectDateOfBirth: date('subject_date_of_birth', { mode: 'string' }),
  subjectGender: text('subject_gender').$type<contract.CaseSubject['gender']>(),
  guardianDeclaredAt: time('guardian_declared_at'),
  guardianDeclarationVersion: text('guardian_declaration_version'),
  clinicalHistory: text('clinical_history'),
  symptoms: text(),
  urgency: text().$type<Urgency>().notNull(),
  status: text().$type<CaseStatus>().notNull().default('uploaded'),
  pipeline: text().$type<Pipeline>().notNull().default('waiting-for-images'),
  submission: integer().notNull().default(0),
  question: text(),
  questionBy: uuid('question_by'),
  /** The reader that the rules assigned; any radiologist may claim the case. */
  assignedTo: uuid('assigned_to'),
  claimedBy: uuid('claimed_by'),
  claimedAt: time('claimed_at'),
  /** When the holder of the claim last worked on the case; null without a claim. */
  claimActiveAt: time('claim_active_at'),
  uploadedAt: time('uploaded_at').notNull(),
  submittedAt: time('submitted_at'),
  dueAt: time('due_at'),
  completedAt: time('completed_at'),
  /** The due time for which radiologists were told that it has passed. */
  lateToldFor: time('late_told_for'),
  /** The due time for which operators were told that the case is unclaimed after half of its time. */
  unclaimedToldFor: time('unclaimed_told_for'),
});
export type CaseRow = typeof cases.$inferSelect;

export const firstReports = pgTable('first_reports', {
  caseId: uuid('case_id').primaryKey(),
  text: text(),
  fileName: text('file_name'),
  file: bytea(),
  receivedAt: time('received_at').notNull(),
});

/** The sender's declaration that images which name several people are all of one person. */
export const personDeclarations = pgTable('person_declarations', {
  id: uuid().primaryKey(),
  caseId: uuid('case_id').notNull(),
  namedPeople: integer('named_people').notNull(),
  declaredAt: time('declared_at').notNull(),
});
export type PersonDeclarationRow = typeof personDeclarations.$inferSelect;

/** A radiologist's saved views of the worklist. */
export const worklistViews = pgTable('worklist_views', {
  staffId: uuid('staff_id').primaryKey(),
  views: jsonb().$type<contract.WorklistView[]>().notNull(),
  updatedAt: time('updated_at').notNull(),
});

/** Rules for assigning cases as they arrive, in one row. */
export const assignmentRules = pgTable('assignment_rules', {
  id: boolean().primaryKey(),
  rules: jsonb().$type<assignment.AssignmentRule[]>().notNull(),
  claimIdleHours: integer('claim_idle_hours').notNull().default(assignment.CLAIM_IDLE_HOURS),
  updatedAt: time('updated_at').notNull(),
});

/** Published by the studies feature (migration 0006). */
export const caseImages = pgView('case_images', {
  id: uuid().notNull(),
  caseId: uuid('case_id').notNull(),
  originalName: text('original_name').notNull(),
  isDicom: boolean('is_dicom').notNull(),
  hasPreview: boolean('has_preview').notNull(),
  receivedAt: time('received_at').notNull(),
  problemCode: text('problem_code').$type<ImageProblemCode>(),
}).existing();

/** Published by the studies feature (migration 1710): segmentations among the images of cases. */
export const caseSegmentations = pgView('case_segmentations', {
  id: uuid().notNull(),
  caseId: uuid('case_id').notNull(),
}).existing();

/** Published by the questions feature: only cases with unread questions. */
export const caseQuestionsUnread = pgView('case_questions_unread', {
  caseId: uuid('case_id').notNull(),
  unread: integer().notNull(),
}).existing();

export const caseAttention = pgView('case_attention', {
  caseId: uuid('case_id').notNull(),
  unreadQuestions: integer('unread_questions').notNull(),
  isReportUnread: boolean('is_report_unread').notNull(),
}).existing();

/** Published by the reports feature (migration 1122): cases with a critical finding that nobody has acknowledged. */
export const caseCriticalOpen = pgView('case_critical_open', { caseId: uuid('case_id').notNull() }).existing();

/** Published by the accounts feature (migration 1295): names of account holders, normalised by `folded`. */
export const patientNames = pgView('patient_names', {
  patientId: uuid('patient_id').notNull(),
  nameFolded: text('name_folded').notNull(),
}).existing();
