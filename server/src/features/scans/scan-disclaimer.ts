import { DOCUMENT_TEXTS } from '../../core/texts.ts';

/** Stands under every result of a scan that leaves the portal, in the language of FHIR and DICOM objects. */
export const DISCLAIMER = DOCUMENT_TEXTS.en.scan.disclaimer;
