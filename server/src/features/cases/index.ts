export { registerCasesRoutes } from './cases.routes.ts';
export { type Cases, createCases } from './cases.service.ts';
export type { CaseRow } from './cases.tables.ts';
export { registerFirstReportRoutes } from './review/first-reports.routes.ts';
export { createFirstReports, type FirstReports } from './review/first-reports.ts';
