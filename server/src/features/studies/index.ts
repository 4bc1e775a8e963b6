export { registerFileChecks } from './check-files.ts';
export { continueCases } from './continue-cases.ts';
export { isoDate } from './dicom-date.ts';
export { ingest, type Prepared, sweep } from './ingest.ts';
export { viewableSeries } from './present-study.ts';
export {
  type CheckedFile,
  type IncomingFile,
  presentRefusal,
  type Received,
  type Refusal,
  STREAM_LIMIT_BYTES,
} from './receive-files.ts';
export { ingestStudies, type OwnerPayload, studiesReady, sweepStorage } from './studies.jobs.ts';
export {
  displayName,
  imageParts,
  registerStudiesRoutes,
  uploadAnswer,
  withRefusalsInLanguage,
} from './studies.routes.ts';
export { createStudies, type Studies } from './studies.service.ts';
export type { FullTree, ScanSource, StudyTree } from './studies.store.ts';
export { imageEntries, readableFiles } from './zip-entries.ts';
