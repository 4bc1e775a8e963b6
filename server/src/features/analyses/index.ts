export { caseAnalysed, runAnalysis, scanAnalysed } from './analyses.jobs.ts';
export { type Analyses, createAnalyses, type ModelRoutes, type RunOutcome } from './analyses.service.ts';
export type { AnalysisRow, ToldRun } from './analyses.tables.ts';
export type { SeriesRoute } from './routing-wording.ts';
