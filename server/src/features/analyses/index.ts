export { caseAnalysed, runAnalysis, scanAnalysed } from './analyses.jobs.ts';
export { type Analyses, createAnalyses, type RunOutcome } from './analyses.service.ts';
export type { AnalysisRow } from './analyses.tables.ts';
