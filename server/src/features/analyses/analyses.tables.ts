import type { AlgorithmResult, AnalysisStatus, AnalysisVerdict } from '@duai/contract';
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

/** Why an algorithm did not fit or failed: a code of the algorithm's wording, with its params. */
export interface Reason {
  code: string;
  params: Record<string, string | number>;
}

export const analyses = pgTable('analyses', {
  id: uuid().primaryKey(),
  studyId: uuid('study_id').notNull(),
  seriesId: uuid('series_id').notNull(),
  submission: integer().notNull(),
  algorithmId: text('algorithm_id').notNull(),
  algorithmVersion: text('algorithm_version').notNull(),
  status: text().$type<AnalysisStatus>().notNull(),
  reason: jsonb().$type<Reason>(),
  result: jsonb().$type<AlgorithmResult>(),
  parameters: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  inputSha256: text('input_sha256').array().notNull().default([]),
  weightsSha256: text('weights_sha256'),
  runtime: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  startedAt: time('started_at'),
  finishedAt: time('finished_at'),
  createdAt: time('created_at').notNull().defaultNow(),
});
export type AnalysisRow = typeof analyses.$inferSelect;

/** A result without the masks that it drew. */
export type Told =
  | Omit<Extract<AlgorithmResult, { outcome: 'evaluated' }>, 'overlays'>
  | Extract<AlgorithmResult, { outcome: 'not-evaluable' }>;
/** A run as figures over many studies need it. */
export interface ToldRun extends Pick<AnalysisRow, 'id' | 'algorithmId'> {
  result: Told | null;
}

/** A radiologist's word on one result of a patient's case. */
export const analysisVerdicts = pgTable(
  'analysis_verdicts',
  {
    analysisId: uuid('analysis_id').notNull(),
    staffId: uuid('staff_id').notNull(),
    verdict: text().$type<AnalysisVerdict>().notNull(),
    givenAt: time('given_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.analysisId, table.staffId] })],
);
