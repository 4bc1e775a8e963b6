import type { evaluation as contract } from '@duai/contract';
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from '../../core/columns.ts';

export const proofQuestions = pgTable('proof_questions', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  name: text().notNull(),
  algorithmId: text('algorithm_id').notNull(),
  positiveWhen: jsonb('positive_when').$type<contract.PositiveWhen>().notNull(),
  createdAt: time('created_at').notNull(),
});
export type QuestionRow = typeof proofQuestions.$inferSelect;

export const proofLabels = pgTable('proof_labels', {
  questionId: uuid('question_id').notNull(),
  study: text().notNull(),
  label: text().$type<Answer>().notNull(),
});

export const proofVerdicts = pgTable('proof_verdicts', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  scanId: uuid('scan_id').notNull(),
  submission: integer().notNull(),
  algorithmId: text('algorithm_id').notNull(),
  code: text().notNull(),
  questionId: uuid('question_id'),
  /** The finding that the verdict is about; null for the study as a whole. */
  findingId: uuid('finding_id'),
  verdict: text().$type<'agree' | 'disagree'>().notNull(),
  givenBy: uuid('given_by').notNull(),
  givenAt: time('given_at').notNull(),
});
export type VerdictRow = typeof proofVerdicts.$inferSelect;

export const trialDossiers = pgTable('trial_dossiers', {
  id: uuid().primaryKey(),
  institutionId: uuid('institution_id').notNull(),
  createdAt: time('created_at').notNull(),
  studies: integer().notNull(),
  questions: integer().notNull(),
  csvSha256: text('csv_sha256').notNull(),
  pdf: bytea().notNull(),
  pdfSha256: text('pdf_sha256').notNull(),
});

export const trialDossierPieces = pgTable('trial_dossier_pieces', {
  dossierId: uuid('dossier_id').notNull(),
  position: integer().notNull(),
  csv: bytea().notNull(),
});

export type Answer = 'positive' | 'negative';
