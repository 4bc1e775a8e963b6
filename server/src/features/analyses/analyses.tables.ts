import type {
  AlgorithmResult,
  AnalysisStatus,
  AnalysisVerdict,
  FindingKind,
  FindingPlace,
  Region,
  Severity,
  Translated,
} from '@duai/contract';
import { boolean, doublePrecision, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { time } from '../../core/columns.ts';

/** The reason why an algorithm did not fit or failed: a code from the algorithm's wording, with its params. */
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
  /** The region that a reader outlined; null for a run on the whole series. */
  region: jsonb().$type<Region>(),
  startedAt: time('started_at'),
  finishedAt: time('finished_at'),
  createdAt: time('created_at').notNull().defaultNow(),
  /** The title of the algorithm at that time; null in older rows that are not frozen yet. */
  title: jsonb().$type<Translated>(),
  /** `reason` as text. */
  reasonWording: jsonb('reason_wording').$type<Translated>(),
  wording: text().$type<'of-the-run' | 'frozen-later'>(),
  frozenAt: time('frozen_at'),
});
export type AnalysisRow = typeof analyses.$inferSelect;

/** Everything that a run states, one row for each statement. */
export const findings = pgTable('findings', {
  id: uuid().primaryKey(),
  analysisId: uuid('analysis_id').notNull(),
  position: integer().notNull(),
  kind: text().$type<FindingKind>().notNull(),
  codeSystem: text('code_system').notNull(),
  code: text().notNull(),
  severity: text().$type<Severity>(),
  params: jsonb().$type<Record<string, string | number>>().notNull(),
  value: doublePrecision(),
  unit: text(),
  /** Null only in rows of a run that is not frozen yet. */
  wording: jsonb().$type<Translated>(),
  place: jsonb().$type<FindingPlace>(),
  isInDraft: boolean('is_in_draft').notNull(),
  isInImpression: boolean('is_in_impression').notNull(),
});
type FindingRow = typeof findings.$inferSelect;

/** A finding with its stored text. */
export type FrozenFinding = FindingRow & { wording: Translated };
/** A run with its findings and texts; it can be shown without its algorithm. */
export type Run = AnalysisRow & { findings: FrozenFinding[] };
/** What is shown of a run: without the hashes of its images. */
export type ShownRun = Omit<Run, 'inputSha256'>;

/** A result without its masks. */
export type Told =
  | Omit<Extract<AlgorithmResult, { outcome: 'evaluated' }>, 'overlays'>
  | Extract<AlgorithmResult, { outcome: 'not-evaluable' }>;
/** The part of a run that figures over many studies need. */
export interface ToldRun extends Pick<AnalysisRow, 'id' | 'algorithmId'> {
  result: Told | null;
}

/** A run of a shadow version. Operators and comparisons see it, readers never. */
export const shadowAnalyses = pgTable('shadow_analyses', {
  id: uuid().primaryKey(),
  scanId: uuid('scan_id').notNull(),
  seriesId: uuid('series_id').notNull(),
  submission: integer().notNull(),
  algorithmId: text('algorithm_id').notNull(),
  algorithmVersion: text('algorithm_version').notNull(),
  status: text().$type<Exclude<AnalysisStatus, 'running'>>().notNull(),
  reason: jsonb().$type<Reason>(),
  result: jsonb().$type<AlgorithmResult>(),
  inputSha256: text('input_sha256').array().notNull(),
  createdAt: time('created_at').notNull(),
  finishedAt: time('finished_at'),
});
export type ShadowRow = typeof shadowAnalyses.$inferSelect;

/** A radiologist's verdict on one result of a patient's case. */
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
