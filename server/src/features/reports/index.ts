export { registerReportsRoutes } from './reports.routes.ts';
export { createReports, type ReportPdfInput, type Reports } from './reports.service.ts';
