export { registerReportsRoutes } from './reports.routes.ts';
export { createReports } from './reports.service.ts';
export type { ReportPdfInput } from './signed-document.ts';
