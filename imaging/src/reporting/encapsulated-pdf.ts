import { writePart10 } from '../files/write.ts';
import { type Code, codeSequence } from './content-items.ts';
import { type ObjectNames, objectElements } from './document.ts';

/** PS3.4 table B.5-1: Encapsulated PDF Storage. */
const ENCAPSULATED_PDF = '1.2.840.10008.5.1.4.1.1.104.1';

export interface EncapsulatedPdf extends ObjectNames {
  title: string;
  /** The kind of document (PS3.16 CID 7000). */
  kind: Code;
  /** Whether a physician verified the content. */
  isVerified: boolean;
  pdf: Uint8Array;
}

/**
 * A PDF as a DICOM object (PS3.3 A.45.1) in the study of `source`, a Part 10 file of one of its images.
 * @throws ImagingError if `source` cannot be parsed
 */
export function writeEncapsulatedPdf(document: EncapsulatedPdf, source: Uint8Array): Uint8Array {
  const { elements } = objectElements(document, source, {
    sopClassUid: ENCAPSULATED_PDF,
    modality: 'DOC',
    seriesNumber: '9902',
  });
  return writePart10([
    ...elements,
    { tag: 0x0008002a, vr: 'DT', value: '' },
    { tag: 0x00080064, vr: 'CS', value: 'WSD' },
    // The page identifies its study.
    { tag: 0x00280301, vr: 'CS', value: 'YES' },
    codeSequence(0x0040a043, document.kind),
    { tag: 0x0040a493, vr: 'CS', value: document.isVerified ? 'VERIFIED' : 'UNVERIFIED' },
    { tag: 0x00420010, vr: 'ST', value: document.title },
    { tag: 0x00420011, vr: 'OB', value: document.pdf },
    { tag: 0x00420012, vr: 'LO', value: 'application/pdf' },
  ]);
}
