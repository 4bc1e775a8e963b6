/** The DICOM application context (PS3.7 annex A.2.1). */
export const APPLICATION_CONTEXT = '1.2.840.10008.3.1.1.1';
/** Verification SOP Class (PS3.4 annex A). */
export const VERIFICATION = '1.2.840.10008.1.1';

/** Transfer syntaxes without compression (PS3.5 annex A). */
export const IMPLICIT_LE = '1.2.840.10008.1.2';
export const EXPLICIT_LE = '1.2.840.10008.1.2.1';
