import { dateAndTime, sharedElements } from './structured-report.ts';
import { writePart10 } from './write.ts';

/** PS3.4 table B.5-1: Encapsulated PDF Storage. */
const ENCAPSULATED_PDF = '1.2.840.10008.5.1.4.1.1.104.1';

export interface EncapsulatedPdf {
  sopInstanceUid: string;
  seriesInstanceUid: string;
  /** ISO 8601, UTC. */
  at: string;
  title: string;
  seriesDescription: string;
  pdf: Uint8Array;
}

/**
 * A PDF as a DICOM object (PS3.3 A.45.1) in the study of `source`, a Part 10 file of one of its images.
 * @throws ImagingError where `source` cannot be parsed
 */
export function writeEncapsulatedPdf(document: EncapsulatedPdf, source: Uint8Array): Uint8Array {
  const { date, time } = dateAndTime(document.at);
  return writePart10([
    ...sharedElements(source),
    { tag: 0x00080005, vr: 'CS', value: 'ISO_IR 192' },
    { tag: 0x00080016, vr: 'UI', value: ENCAPSULATED_PDF },
    { tag: 0x00080018, vr: 'UI', value: document.sopInstanceUid },
    { tag: 0x00080023, vr: 'DA', value: date },
    { tag: 0x0008002a, vr: 'DT', value: '' },
    { tag: 0x00080033, vr: 'TM', value: time },
    { tag: 0x00080060, vr: 'CS', value: 'DOC' },
    { tag: 0x00080064, vr: 'CS', value: 'WSD' },
    { tag: 0x00080070, vr: 'LO', value: 'DUAI' },
    { tag: 0x0008103e, vr: 'LO', value: document.seriesDescription.slice(0, 64) },
    { tag: 0x0020000e, vr: 'UI', value: document.seriesInstanceUid },
    { tag: 0x00200011, vr: 'IS', value: '9902' },
    { tag: 0x00200013, vr: 'IS', value: '1' },
    // The page names the study.
    { tag: 0x00280301, vr: 'CS', value: 'YES' },
    { tag: 0x0040a043, vr: 'SQ', value: { items: [] } },
    { tag: 0x0040a493, vr: 'CS', value: 'UNVERIFIED' },
    { tag: 0x00420010, vr: 'ST', value: document.title },
    { tag: 0x00420011, vr: 'OB', value: document.pdf },
    { tag: 0x00420012, vr: 'LO', value: 'application/pdf' },
  ]);
}
