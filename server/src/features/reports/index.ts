export { registerReportsRoutes } from './reports.routes.ts';
export { createReports, type ReportPdfInput } from './reports.service.ts';
