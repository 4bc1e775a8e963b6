export { type CaseMapping, caseMapping } from './case-mapping.ts';
export { deidentify } from './deidentify.ts';
export { blackOut, type Region } from './pixels/black-out.ts';
export { withoutMetadata } from './pixels/picture-metadata.ts';
export { type OriginalInstance, readOriginal, restoreIdentity, type StudyIdentity } from './restore-identity.ts';
