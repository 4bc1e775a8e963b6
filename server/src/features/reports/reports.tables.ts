import type { reports as contract, macros, marks, secondReads as secondReadContract } from '@duai/contract';
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

export type ReportAlgorithm = contract.Report['algorithms'][number];

export const reports = pgTable('reports', {
  id: uuid().primaryKey(),
  caseId: uuid('case_id').notNull(),
  status: text().$type<'draft' | 'signed'>().notNull().default('draft'),
  language: text().$type<'tr' | 'en'>().notNull(),
  version: integer().notNull().default(1),
  submission: integer().notNull(),
  content: jsonb().$type<contract.ReportContent>().notNull(),
  algorithms: jsonb().$type<ReportAlgorithm[]>().notNull(),
  machineDraft: jsonb('machine_draft').$type<contract.ReportContent>().notNull(),
  editedBy: uuid('edited_by'),
  signedBy: uuid('signed_by'),
  signedByName: text('signed_by_name'),
  signedAt: time('signed_at'),
  signedDocument: text('signed_document'),
  contentSha256: text('content_sha256'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});
export type ReportRow = typeof reports.$inferSelect;

/** Earlier texts of a report; one row for each editing session. */
export const reportVersions = pgTable(
  'report_versions',
  {
    reportId: uuid('report_id').notNull(),
    number: integer().notNull(),
    language: text().$type<'tr' | 'en'>().notNull(),
    content: jsonb().$type<contract.ReportContent>().notNull(),
    /** Null for the draft of the pipeline. */
    editedBy: uuid('edited_by'),
    editedByName: text('edited_by_name'),
    beganAt: time('began_at').notNull(),
    savedAt: time('saved_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.number] })],
);
export type VersionRow = typeof reportVersions.$inferSelect;

export const reportAddenda = pgTable('report_addenda', {
  id: uuid().primaryKey(),
  reportId: uuid('report_id').notNull(),
  kind: text().$type<(typeof contract.ADDENDUM_KINDS)[number]>().notNull().default('supplement'),
  text: text().notNull(),
  isCritical: boolean('is_critical').notNull().default(false),
  signedBy: uuid('signed_by').notNull(),
  signedByName: text('signed_by_name').notNull(),
  signedAt: time('signed_at').notNull(),
});
export type AddendumRow = typeof reportAddenda.$inferSelect;

export const reportDocuments = pgTable(
  'report_documents',
  {
    reportId: uuid('report_id').notNull(),
    edition: integer().notNull(),
    sha256: text().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.edition] })],
);

/** When the patient first opened each edition. */
export const reportReceipts = pgTable(
  'report_receipts',
  {
    reportId: uuid('report_id').notNull(),
    edition: integer().notNull(),
    openedAt: time('opened_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.edition] })],
);

/** Reading rules of the whole house, in one row. */
export const readingRules = pgTable('reading_rules', {
  id: boolean().primaryKey(),
  readFirstForAll: boolean('read_first_for_all').notNull(),
  secondReadPercent: integer('second_read_percent').notNull(),
});

/** The preliminary read of one reader for one submission. */
export const preliminaryReads = pgTable('preliminary_reads', {
  id: uuid().primaryKey(),
  caseId: uuid('case_id').notNull(),
  staffId: uuid('staff_id').notNull(),
  staffName: text('staff_name').notNull(),
  submission: integer().notNull(),
  language: text().$type<'tr' | 'en'>().notNull(),
  content: jsonb().$type<contract.ReportContent>().notNull(),
  savedAt: time('saved_at').notNull(),
});
export type PreliminaryRow = typeof preliminaryReads.$inferSelect;

/** A critical finding: marked with the signature, acknowledged by the patient or a doctor, or told by phone. */
export const criticalFindings = pgTable('critical_findings', {
  reportId: uuid('report_id').primaryKey(),
  caseId: uuid('case_id').notNull(),
  markedAt: time('marked_at').notNull(),
  /** Of the marks that nobody has acknowledged the oldest. */
  waitingSince: time('waiting_since').notNull(),
  acknowledgedAt: time('acknowledged_at'),
  acknowledgedBy: text('acknowledged_by').$type<NonNullable<contract.Critical['acknowledgedBy']>>(),
  escalatedAt: time('escalated_at'),
  escalations: integer().notNull().default(0),
});
export type CriticalRow = typeof criticalFindings.$inferSelect;

/** A measurement that a reader made on an image of a case. */
export const readingMeasurements = pgTable('reading_measurements', {
  id: uuid().primaryKey(),
  caseId: uuid('case_id').notNull(),
  instanceId: uuid('instance_id').notNull(),
  staffId: uuid('staff_id').notNull(),
  staffName: text('staff_name').notNull(),
  frame: integer().notNull(),
  measure: text().$type<marks.Measure>().notNull(),
  points: jsonb().$type<marks.Measurement['points']>().notNull(),
  plane: jsonb().$type<marks.ComputedPlane>(),
  planeValues: jsonb('plane_values').$type<NonNullable<marks.Measurement['values']>>(),
  told: text().notNull(),
  measuredAt: time('measured_at').notNull(),
  inSignature: boolean('in_signature').notNull().default(false),
});
export type MeasurementRow = typeof readingMeasurements.$inferSelect;

/** A version of an algorithm's mask as a reader corrected it. */
export const correctedMasks = pgTable('corrected_masks', {
  id: uuid().primaryKey(),
  caseId: uuid('case_id').notNull(),
  analysisId: uuid('analysis_id').notNull(),
  staffId: uuid('staff_id').notNull(),
  staffName: text('staff_name').notNull(),
  code: text().notNull(),
  version: integer().notNull(),
  mask: jsonb().$type<marks.CorrectedMask['mask']>().notNull(),
  correctedAt: time('corrected_at').notNull(),
});
export type CorrectedMaskRow = typeof correctedMasks.$inferSelect;

/** Text blocks of one radiologist, by short name. */
export const staffMacros = pgTable('staff_macros', {
  staffId: uuid('staff_id').primaryKey(),
  macros: jsonb().$type<macros.Macro[]>().notNull(),
  updatedAt: time('updated_at').notNull(),
});

/** A second reader's opinion, formed without seeing the first one or AI results. */
export const secondReads = pgTable('second_reads', {
  id: uuid().primaryKey(),
  caseId: uuid('case_id').notNull(),
  submission: integer().notNull(),
  reason: text().$type<secondReadContract.SecondReadReason>().notNull(),
  state: text().$type<secondReadContract.SecondReadState>().notNull(),
  firstReader: uuid('first_reader').notNull(),
  firstReaderName: text('first_reader_name').notNull(),
  firstLanguage: text('first_language').$type<'tr' | 'en'>().notNull(),
  firstFindings: text('first_findings').notNull(),
  firstImpression: text('first_impression').notNull(),
  askedAt: time('asked_at').notNull(),
  /** Null of second reads from before it was kept. */
  askedBy: uuid('asked_by'),
  reader: uuid(),
  readerName: text('reader_name'),
  takenAt: time('taken_at'),
  language: text().$type<'tr' | 'en'>(),
  findings: text(),
  impression: text(),
  readAt: time('read_at'),
  agreement: text().$type<(typeof contract.AGREEMENTS)[number]>(),
  adjudicator: uuid(),
  adjudicatorName: text('adjudicator_name'),
  decision: text().$type<secondReadContract.SecondReadDecision>(),
  adjudication: text(),
  decidedAt: time('decided_at'),
  /** The first opinion that was compared, as it was when the second one was asked for. */
  compared: jsonb().$type<secondReadContract.ComparedContent>().notNull(),
  /** The text that was confirmed after a change; null if none was. */
  confirmed: jsonb().$type<secondReadContract.ComparedContent>(),
  confirmationAskedAt: time('confirmation_asked_at'),
  closedAt: time('closed_at'),
  /** The operator who ended it without its outcome. */
  endedBy: uuid('ended_by'),
  endedBecause: text('ended_because').$type<(typeof secondReadContract.SECOND_READ_ENDS)[number]>(),
});
export type SecondReadRow = typeof secondReads.$inferSelect;
