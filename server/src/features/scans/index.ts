export { deviceOf } from './intake/scan-source.ts';
export { presentScans } from './present-scan.ts';
export { pagesOfRealScans, realScans } from './real-scans.store.ts';
export type { OtherContent } from './scan-tools.ts';
export { imagesComplete, reportReady, resultsAgreed, resultsReady, scanFinished } from './scans.jobs.ts';
export { registerScansRoutes } from './scans.routes.ts';
export { createScans, type Scans } from './scans.service.ts';
export {
  countUnknownStudies,
  findLatestScans,
  findOwnScan,
  findScan,
  isNewestSubmission,
  pageOfRealScans,
} from './scans.store.ts';
export type { ScanRow } from './scans.tables.ts';
