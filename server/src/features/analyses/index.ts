export { caseAnalysed, runAnalysis, scanAnalysed } from './analyses.jobs.ts';
export { type Analyses, createAnalyses, type ModelRoutes } from './analyses.service.ts';
export type { AnalysisRow, Run, ToldRun } from './analyses.tables.ts';
export type { RunOutcome } from './engines/port.ts';
export { type Measured, measurementsOf, sentencesOf, statementOf } from './present-run.ts';
export { reportedResult, unitOf } from './reported-result.ts';
export type { SeriesRoute } from './routing-wording.ts';
export type { VendorRefusal } from './vendors/vendor-answers.ts';
export type { VendorObject } from './vendors/vendor-result.ts';
