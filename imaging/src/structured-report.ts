import { textDecoderFor } from './charset.ts';
import { openDataSet } from './data-set.ts';
import { type ElementToWrite, writePart10 } from './write.ts';

/** PS3.4 table B.5-1: Comprehensive SR Storage. */
const COMPREHENSIVE_SR = '1.2.840.10008.5.1.4.1.1.88.33';

interface Code {
  value: string;
  scheme: string;
  meaning: string;
}

/** What one algorithm said of one series. */
export interface ReportedResult {
  algorithm: { name: string; version: string };
  /** `instanceUid` is null for images that came without one. */
  series: { name: string; instanceUid: string | null };
  findings: readonly string[];
  measurements: readonly { code: string; meaning: string; value: number; unit: string; unitMeaning: string }[];
}

/** What algorithms said, as a report beside the images it was said of. */
export interface StructuredReport {
  sopInstanceUid: string;
  seriesInstanceUid: string;
  /** Names the software that observed (PS3.16 TID 1004). */
  deviceName: string;
  deviceUid: string;
  /** ISO 8601, UTC. */
  at: string;
  seriesDescription: string;
  /** What holds for all of it. */
  comment: string;
  results: readonly ReportedResult[];
  /** Every image that was looked at. */
  evidence: readonly { seriesInstanceUid: string; sopClassUid: string; sopInstanceUid: string }[];
}

const DCM = (value: string, meaning: string): Code => ({ value, scheme: 'DCM', meaning });
/** Codes of our own stand under a private scheme (PS3.16 section 8.2: 99 and a name). */
const PRIVATE_SCHEME = '99DUAI';

/** PS3.3 section 8.1: a value of more than 16 characters is a Long Code Value. */
const codeItem = ({ value, scheme, meaning }: Code): ElementToWrite[] => [
  value.length > 16 ? { tag: 0x00080119, vr: 'UC', value } : { tag: 0x00080100, vr: 'SH', value },
  { tag: 0x00080102, vr: 'SH', value: scheme },
  { tag: 0x00080104, vr: 'LO', value: meaning.slice(0, 64) },
];
const sequence = (tag: number, ...items: ElementToWrite[][]): ElementToWrite => ({ tag, vr: 'SQ', value: { items } });

type Relation = 'CONTAINS' | 'HAS OBS CONTEXT' | 'HAS CONCEPT MOD';
const content = (
  relation: Relation,
  type: 'CONTAINER' | 'TEXT' | 'CODE' | 'NUM' | 'UIDREF',
  concept: Code,
  rest: ElementToWrite[],
): ElementToWrite[] => [
  { tag: 0x0040a010, vr: 'CS', value: relation },
  { tag: 0x0040a040, vr: 'CS', value: type },
  sequence(0x0040a043, codeItem(concept)),
  ...rest,
];
const text = (relation: Relation, concept: Code, value: string) =>
  content(relation, 'TEXT', concept, [{ tag: 0x0040a160, vr: 'UT', value }]);
const code = (relation: Relation, concept: Code, value: Code) =>
  content(relation, 'CODE', concept, [sequence(0x0040a168, codeItem(value))]);
const container = (relation: Relation, concept: Code, items: ElementToWrite[][]) =>
  content(relation, 'CONTAINER', concept, [
    { tag: 0x0040a050, vr: 'CS', value: 'SEPARATE' },
    ...(items.length > 0 ? [sequence(0x0040a730, ...items)] : []),
  ]);

/** PS3.5 section 6.2: DS has at most 16 characters. */
const decimal = (value: number): string => {
  const plain = String(value);
  return plain.length <= 16 ? plain : value.toPrecision(10);
};

/** Attributes of patient and study, the same as in the images; texts become UTF-8. */
const SHARED = [
  [0x00080020, 'DA'],
  [0x00080030, 'TM'],
  [0x00080050, 'SH'],
  [0x00080090, 'PN'],
  [0x00100010, 'PN'],
  [0x00100020, 'LO'],
  [0x00100030, 'DA'],
  [0x00100040, 'CS'],
  [0x0020000d, 'UI'],
  [0x00200010, 'SH'],
] as const;

export function sharedElements(source: Uint8Array): ElementToWrite[] {
  const { dataSet, bytes } = openDataSet(source);
  const decode = textDecoderFor(dataSet.string('x00080005')) ?? textDecoderFor(undefined)!;
  return SHARED.map(([tag, vr]) => {
    const element = dataSet.elements[`x${tag.toString(16).padStart(8, '0')}`];
    const raw = element ? bytes.subarray(element.dataOffset, element.dataOffset + element.length) : new Uint8Array();
    return { tag, vr, value: decode(raw).replace(/[\0 ]+$/, '') };
  });
}

/**
 * A group of its own for what one algorithm said of one series (after PS3.16 TID 1501): which algorithm (TID 4019), which
 * series, then findings and measurements. Without it, two reconstructions of one examination could not be told apart.
 */
const resultItem = ({ algorithm, series, findings, measurements }: ReportedResult): ElementToWrite[] =>
  container('CONTAINS', DCM('125007', 'Measurement Group'), [
    text('HAS CONCEPT MOD', DCM('111001', 'Algorithm Name'), algorithm.name),
    text('HAS CONCEPT MOD', DCM('111003', 'Algorithm Version'), algorithm.version),
    text('HAS OBS CONTEXT', DCM('112039', 'Tracking Identifier'), series.name),
    ...(series.instanceUid
      ? [
          content('HAS OBS CONTEXT', 'UIDREF', DCM('112002', 'Series Instance UID'), [
            { tag: 0x0040a124, vr: 'UI', value: series.instanceUid },
          ]),
        ]
      : []),
    ...findings.map((sentence) => text('CONTAINS', DCM('121071', 'Finding'), sentence)),
    ...measurements.map(({ code: value, meaning, ...measured }) =>
      content('CONTAINS', 'NUM', { value, scheme: PRIVATE_SCHEME, meaning }, [
        sequence(0x0040a300, [
          { tag: 0x0040a30a, vr: 'DS', value: decimal(measured.value) },
          sequence(0x004008ea, codeItem({ value: measured.unit, scheme: 'UCUM', meaning: measured.unitMeaning })),
        ]),
      ]),
    ),
  ]);

/** DICOM DA and TM of a time, in UTC. */
export function dateAndTime(iso: string): { date: string; time: string } {
  const digits = iso.replace(/\D/g, '');
  return { date: digits.slice(0, 8), time: digits.slice(8, 14) };
}

/** PS3.3 C.17.2: every image, by its series. */
function evidenceItem(studyInstanceUid: string, evidence: StructuredReport['evidence']): ElementToWrite[] {
  const bySeries = Map.groupBy(evidence, (image) => image.seriesInstanceUid);
  return [
    { tag: 0x0020000d, vr: 'UI', value: studyInstanceUid },
    sequence(
      0x00081115,
      ...[...bySeries].map(([uid, images]): ElementToWrite[] => [
        { tag: 0x0020000e, vr: 'UI', value: uid },
        sequence(
          0x00081199,
          ...images.map((image): ElementToWrite[] => [
            { tag: 0x00081150, vr: 'UI', value: image.sopClassUid },
            { tag: 0x00081155, vr: 'UI', value: image.sopInstanceUid },
          ]),
        ),
      ]),
    ),
  ];
}

/**
 * A DICOM Comprehensive SR (PS3.3 A.35.3) after PS3.16 TID 2000, unverified, in the study of `source` (a Part 10 file
 * of one of its images), with findings as text and measurements as numbers with UCUM units, by algorithm and series.
 * @throws ImagingError where `source` cannot be parsed
 */
export function writeStructuredReport(report: StructuredReport, source: Uint8Array): Uint8Array {
  const shared = sharedElements(source);
  const { date, time } = dateAndTime(report.at);
  const studyInstanceUid = String(shared.find((element) => element.tag === 0x0020000d)?.value ?? '');
  return writePart10([
    ...shared,
    { tag: 0x00080005, vr: 'CS', value: 'ISO_IR 192' },
    { tag: 0x00080016, vr: 'UI', value: COMPREHENSIVE_SR },
    { tag: 0x00080018, vr: 'UI', value: report.sopInstanceUid },
    { tag: 0x00080023, vr: 'DA', value: date },
    { tag: 0x00080033, vr: 'TM', value: time },
    { tag: 0x00080060, vr: 'CS', value: 'SR' },
    { tag: 0x00080070, vr: 'LO', value: 'DUAI' },
    { tag: 0x0008103e, vr: 'LO', value: report.seriesDescription.slice(0, 64) },
    sequence(0x00081111),
    { tag: 0x0020000e, vr: 'UI', value: report.seriesInstanceUid },
    { tag: 0x00200011, vr: 'IS', value: '9901' },
    { tag: 0x00200013, vr: 'IS', value: '1' },
    { tag: 0x0040a040, vr: 'CS', value: 'CONTAINER' },
    sequence(0x0040a043, codeItem({ value: '18748-4', scheme: 'LN', meaning: 'Diagnostic imaging report' })),
    { tag: 0x0040a050, vr: 'CS', value: 'SEPARATE' },
    sequence(0x0040a372),
    sequence(0x0040a375, evidenceItem(studyInstanceUid, report.evidence)),
    { tag: 0x0040a491, vr: 'CS', value: 'COMPLETE' },
    { tag: 0x0040a493, vr: 'CS', value: 'UNVERIFIED' },
    sequence(0x0040a504, [
      { tag: 0x00080105, vr: 'CS', value: 'DCMR' },
      { tag: 0x0040db00, vr: 'CS', value: '2000' },
    ]),
    sequence(
      0x0040a730,
      code('HAS CONCEPT MOD', DCM('121049', 'Language of Content Item and Descendants'), {
        value: 'en',
        scheme: 'RFC5646',
        meaning: 'English',
      }),
      code('HAS OBS CONTEXT', DCM('121005', 'Observer Type'), DCM('121007', 'Device')),
      content('HAS OBS CONTEXT', 'UIDREF', DCM('121012', 'Device Observer UID'), [
        { tag: 0x0040a124, vr: 'UI', value: report.deviceUid },
      ]),
      text('HAS OBS CONTEXT', DCM('121013', 'Device Observer Name'), report.deviceName),
      container('CONTAINS', DCM('121070', 'Findings'), [
        ...report.results.map(resultItem),
        text('CONTAINS', DCM('121106', 'Comment'), report.comment),
      ]),
    ),
  ]);
}
