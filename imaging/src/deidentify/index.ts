export { blackOut, type Region } from './black-out.ts';
export { type CaseMapping, caseMapping } from './case-mapping.ts';
export { deidentify } from './deidentify.ts';
export { withoutMetadata } from './picture-metadata.ts';
export { type OriginalInstance, readOriginal, restoreIdentity, type StudyIdentity } from './restore-identity.ts';
