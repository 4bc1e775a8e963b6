import { DOCUMENT_TEXTS } from '../../core/texts.ts';

/** Printed below every result that leaves the portal, in the language of FHIR and DICOM objects. */
export const DISCLAIMER = DOCUMENT_TEXTS.en.scan.disclaimer;
