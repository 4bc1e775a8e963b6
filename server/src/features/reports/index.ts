export type { SignedAddendum } from './outputs/object-names.ts';
export { fhirReport } from './outputs/signed-runs.ts';
export { registerReportsRoutes } from './reports.routes.ts';
export { createReports, type Reports } from './reports.service.ts';
export type { ReportPdfInput, SignedDocument } from './signing/signed-document.ts';
