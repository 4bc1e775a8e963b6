import { writePart10 } from '../files/write.ts';
import { type Code, type ContentItem, container, image, languageItem, text } from './content-items.ts';
import { documentElements, type Evidence, type ObjectNames, objectElements, type Verification } from './document.ts';
import { personObserver } from './measurements/measurement-report.ts';

/** PS3.4 table B.5-1: Enhanced SR Storage. */
export const ENHANCED_SR = '1.2.840.10008.5.1.4.1.1.88.22';

/** A signed report in words, by sections. */
export interface ImagingReport extends ObjectNames {
  language: 'tr' | 'en';
  /** PS3.16 CID 7000. */
  title: Code;
  verification: Verification;
  /** Of the addenda, in their order. */
  laterVerifications?: readonly Verification[];
  /** Earlier editions, whose content is in this one. */
  predecessors?: readonly Evidence[];
  /** Heading (CID 7001), concept of its text (CID 7002), and the text. */
  sections: readonly { heading: Code; concept: Code; text: string }[];
  /** Images that the radiologist chose, listed under a heading of their own. */
  keyImages: readonly Evidence[];
  keyImagesHeading: Code;
  evidence: readonly Evidence[];
}

/**
 * A DICOM Enhanced SR (PS3.3 A.35.2) after PS3.16 TID 2000, verified by the signer, in the study of `source` (a Part 10 file
 * of one of its images).
 * @throws ImagingError if `source` cannot be parsed
 */
export function writeImagingReport(report: ImagingReport, source: Uint8Array): Uint8Array {
  const { title, evidence, verification, laterVerifications = [], predecessors } = report;
  const { elements, utcOffset } = objectElements(report, source, {
    sopClassUid: ENHANCED_SR,
    modality: 'SR',
    seriesNumber: '9903',
  });
  const sections = report.sections
    .filter((section) => section.text.trim() !== '')
    .map((section) => container('CONTAINS', section.heading, [text('CONTAINS', section.concept, section.text)]));
  const chosen: ContentItem[] =
    report.keyImages.length > 0
      ? [
          container(
            'CONTAINS',
            report.keyImagesHeading,
            report.keyImages.map((each) => image('CONTAINS', each)),
          ),
        ]
      : [];
  return writePart10([
    ...elements,
    ...documentElements(
      { title, template: '2000', evidence, predecessors, verifications: [verification, ...laterVerifications] },
      [languageItem(report.language), ...personObserver(verification.name), ...sections, ...chosen],
      utcOffset,
    ),
  ]);
}
