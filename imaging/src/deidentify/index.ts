export { type CaseMapping, caseMapping } from './case-mapping.ts';
export { deidentify } from './deidentify.ts';
