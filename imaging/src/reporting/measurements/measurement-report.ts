import { type ElementToWrite, writePart10 } from '../../files/write.ts';
import {
  type Code,
  type ContentItem,
  code,
  container,
  DCM,
  languageItem,
  number,
  PRIVATE_SCHEME,
  personName,
  SCT,
  sequence,
  text,
  uid,
} from '../content-items.ts';
import { documentElements, type Evidence, type ObjectNames, objectElements, type Verification } from '../document.ts';

/** PS3.4 table B.5-1: Comprehensive SR Storage. */
export const COMPREHENSIVE_SR = '1.2.840.10008.5.1.4.1.1.88.33';

/** One number, with an identifier for following it from examination to examination (PS3.16 TID 4108). */
export interface ReportedMeasurement {
  trackingId: string;
  trackingUid: string;
  /** The kind of value; in our own scheme if there is no standard term. */
  concept: { value: string; meaning: string; scheme?: string };
  site?: Code;
  derivation?: Code;
  value: number;
  /** UCUM. */
  unit: string;
  unitMeaning: string;
}
/** The results of one algorithm for one series. */
export interface ReportedResult {
  algorithm: { name: string; version: string; manufacturer: string };
  /** `instanceUid` is null for images without a UID. */
  series: { name: string; instanceUid: string | null };
  findings: readonly string[];
  measurements: readonly ReportedMeasurement[];
}

/** Measurements and findings of algorithms, as a report stored with the images. */
export interface MeasurementReport extends ObjectNames {
  language: 'tr' | 'en';
  /** The kind of examination (PS3.16 CID 100, extended by CID 7000). */
  procedure: Code;
  /** Name of the software that observed (PS3.16 TID 1004). */
  deviceName: string;
  deviceUid: string;
  /** The person who verified it, PN in `name`; null: nobody. */
  verification: Verification | null;
  /** A comment on the whole report. */
  comment: string;
  results: readonly ReportedResult[];
  /** Every image that was analysed. */
  evidence: readonly Evidence[];
}

/**
 * A DICOM Comprehensive SR (PS3.3 A.35.3) after PS3.16 TID 1500, in the study of `source` (a Part 10 file of one of its
 * images): one measurement group (TID 1501) for each number, with tracking identifiers and the algorithm (TID 4019);
 * sentences are qualitative evaluations.
 * @throws ImagingError if `source` cannot be parsed
 */
export function writeMeasurementReport(report: MeasurementReport, source: Uint8Array): Uint8Array {
  const { elements, utcOffset } = objectElements(report, source, {
    sopClassUid: COMPREHENSIVE_SR,
    modality: 'SR',
    seriesNumber: '9901',
  });
  const title = DCM('126000', 'Imaging Measurement Report');
  const { evidence, verification } = report;
  const groups = report.results.flatMap((result) => result.measurements.map((each) => groupItem(each, result)));
  const sentences = report.results.flatMap(sentenceItems);
  return writePart10([
    ...elements,
    privateScheme(),
    ...documentElements(
      { title, template: '1500', evidence, verifications: verification ? [verification] : [] },
      [
        languageItem(report.language),
        ...(verification ? personObserver(verification.name) : []),
        code('HAS OBS CONTEXT', DCM('121005', 'Observer Type'), DCM('121007', 'Device')),
        uid('HAS OBS CONTEXT', DCM('121012', 'Device Observer UID'), report.deviceUid),
        text('HAS OBS CONTEXT', DCM('121013', 'Device Observer Name'), report.deviceName),
        code('HAS CONCEPT MOD', DCM('121058', 'Procedure reported'), report.procedure),
        ...(groups.length > 0 ? [container('CONTAINS', DCM('126010', 'Imaging Measurements'), groups)] : []),
        container('CONTAINS', { value: 'C0034375', scheme: 'UMLS', meaning: 'Qualitative Evaluations' }, [
          ...sentences,
          text('CONTAINS', DCM('121106', 'Comment'), report.comment),
        ]),
      ],
      utcOffset,
    ),
  ]);
}

/** PS3.16 TID 1003. */
export const personObserver = (name: string): ContentItem[] => [
  code('HAS OBS CONTEXT', DCM('121005', 'Observer Type'), DCM('121006', 'Person')),
  personName('HAS OBS CONTEXT', DCM('121008', 'Person Observer Name'), name),
];

/** PS3.16 TID 4019. */
const algorithmItems = ({ name, version, manufacturer }: ReportedResult['algorithm']): ContentItem[] => [
  text('HAS CONCEPT MOD', DCM('111001', 'Algorithm Name'), name),
  text('HAS CONCEPT MOD', DCM('111003', 'Algorithm Version'), version),
  text('HAS CONCEPT MOD', DCM('122405', 'Algorithm Manufacturer'), manufacturer),
];

/** PS3.16 TID 1501, with one measurement (TID 300). */
function groupItem(measured: ReportedMeasurement, { algorithm, series }: ReportedResult): ContentItem {
  const { concept, site, derivation } = measured;
  return container('CONTAINS', DCM('125007', 'Measurement Group'), [
    text('HAS OBS CONTEXT', DCM('112039', 'Tracking Identifier'), measured.trackingId),
    uid('HAS OBS CONTEXT', DCM('112040', 'Tracking Unique Identifier'), measured.trackingUid),
    ...(series.instanceUid ? [uid('HAS OBS CONTEXT', DCM('112002', 'Series Instance UID'), series.instanceUid)] : []),
    ...algorithmItems(algorithm),
    ...(site ? [code('HAS CONCEPT MOD', SCT('363698007', 'Finding Site'), site)] : []),
    number(
      'CONTAINS',
      { scheme: PRIVATE_SCHEME, ...concept },
      measured,
      derivation ? [code('HAS CONCEPT MOD', DCM('121401', 'Derivation'), derivation)] : [],
    ),
  ]);
}

/** Findings in words; each sentence names its algorithm and series. */
const sentenceItems = ({ algorithm, series, findings }: ReportedResult): ContentItem[] =>
  findings.map((sentence) =>
    text('CONTAINS', DCM('121071', 'Finding'), `${sentence} (${algorithm.name} ${algorithm.version}, ${series.name})`),
  );

/** PS3.3 C.12.1: identifies the organisation behind the private scheme. */
export const privateScheme = (): ElementToWrite =>
  sequence(0x00080110, [
    { tag: 0x00080102, vr: 'SH', value: PRIVATE_SCHEME },
    { tag: 0x00080115, vr: 'ST', value: 'DUAI measurements' },
    { tag: 0x00080116, vr: 'ST', value: 'DUAI' },
  ]);
