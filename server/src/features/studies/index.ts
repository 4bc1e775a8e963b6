export { openCorrected, patientOf } from './corrections/corrected-file.ts';
export { ageAt } from './corrections/corrected-headers.ts';
export type { CorrectionRow, ToldPatient } from './corrections/corrections.tables.ts';
export { isoDate } from './dicom-date.ts';
export { registerFileChecks } from './ingest/check-files.ts';
export { continueCases } from './ingest/continue-cases.ts';
export { ingest, type Prepared, sweep } from './ingest/ingest.ts';
export { haveOlderHeadersRead, registerOlderHeaders } from './ingest/older-headers.ts';
export {
  type CheckedFile,
  headerOf,
  type IncomingFile,
  isBesideImages,
  isPresentation,
  presentRefusal,
  type Received,
  type Refusal,
  STREAM_LIMIT_BYTES,
} from './intake/receive-files.ts';
export { besideSameUid } from './intake/same-uid.ts';
export { createLostFiles, LOST_FILES } from './lost-files.ts';
export type { StoredInstance } from './search/search.store.ts';
export {
  type Condition,
  conditionOf,
  SEARCH_KEYS,
  type SearchLevel,
  SearchValueError,
} from './search/search-keys.ts';
export { ingestStudies, type OwnerPayload, studiesReady, sweepStorage } from './studies.jobs.ts';
export {
  displayName,
  imageParts,
  registerStudiesRoutes,
  uploadAnswer,
  withRefusalsInLanguage,
} from './studies.routes.ts';
export { createStudies, type Studies } from './studies.service.ts';
export type { Owner as ImageOwner } from './studies.store.ts';
export type { InstanceRow as FullInstance } from './studies.tables.ts';
export type { FullTree, ScanSource, StudyTree, Uids } from './study-trees.store.ts';
export type { StoredVersion } from './versions/versions.store.ts';
export type { DataSet } from './viewing/data-sets.ts';
export { evidenceOf } from './viewing/evidence.ts';
export { viewableSeries } from './viewing/present-study.ts';
export type { DrawnSegment } from './viewing/segmentations.ts';
export { imageEntries, readableFiles } from './viewing/zip-entries.ts';
export { firstWhole, isDamaged, whyNotMade } from './why-not-made.ts';
