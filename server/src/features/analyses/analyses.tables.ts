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
  /** What a reader outlined; null for a run of the whole series. */
  region: jsonb().$type<Region>(),
  startedAt: time('started_at'),
  finishedAt: time('finished_at'),
  createdAt: time('created_at').notNull().defaultNow(),
  /** What the algorithm was called; null in rows from before it was kept that are not frozen yet. */
  title: jsonb().$type<Translated>(),
  /** `reason` in words. */
  reasonWording: jsonb('reason_wording').$type<Translated>(),
  wording: text().$type<'of-the-run' | 'frozen-later'>(),
  frozenAt: time('frozen_at'),
});
export type AnalysisRow = typeof analyses.$inferSelect;

/** Everything that a run tells, one row each. */
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

/** A finding as it was told. */
export type FrozenFinding = FindingRow & { wording: Translated };
/** A run with all that it told: those who show it need no algorithm. */
export type Run = AnalysisRow & { findings: FrozenFinding[] };

/** A result without the masks that it drew. */
export type Told =
  | Omit<Extract<AlgorithmResult, { outcome: 'evaluated' }>, 'overlays'>
  | Extract<AlgorithmResult, { outcome: 'not-evaluable' }>;
/** A run as figures over many studies need it. */
export interface ToldRun extends Pick<AnalysisRow, 'id' | 'algorithmId'> {
  result: Told | null;
}

/** A run of a version that is tried beside the active one: shown to operators and compared, to nobody else. */
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
