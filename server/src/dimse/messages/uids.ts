/** The DICOM application context (PS3.7 annex A.2.1). */
export const APPLICATION_CONTEXT = '1.2.840.10008.3.1.1.1';
/** Verification SOP Class (PS3.4 annex A). */
export const VERIFICATION = '1.2.840.10008.1.1';

/** Transfer syntaxes without compression (PS3.5 annex A). */
export const IMPLICIT_LE = '1.2.840.10008.1.2';
export const EXPLICIT_LE = '1.2.840.10008.1.2.1';

/** Query and retrieve, by the root of the information model (PS3.4 annex C.6). */
export const PATIENT_ROOT = {
  find: '1.2.840.10008.5.1.4.1.2.1.1',
  move: '1.2.840.10008.5.1.4.1.2.1.2',
  get: '1.2.840.10008.5.1.4.1.2.1.3',
} as const;
export const STUDY_ROOT = {
  find: '1.2.840.10008.5.1.4.1.2.2.1',
  move: '1.2.840.10008.5.1.4.1.2.2.2',
  get: '1.2.840.10008.5.1.4.1.2.2.3',
} as const;

/** Modality Worklist Information Model – FIND (PS3.4 annex K). */
export const MODALITY_WORKLIST = '1.2.840.10008.5.1.4.31';

/** Storage Commitment Push Model and its well-known instance (PS3.4 annex J.3). */
export const STORAGE_COMMITMENT = '1.2.840.10008.1.20.1';
export const STORAGE_COMMITMENT_INSTANCE = '1.2.840.10008.1.20.1.1';
