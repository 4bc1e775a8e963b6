import { type ElementToWrite, writePart10 } from '@duai/imaging';

/** Objects as a vendor's box writes them: a Measurement Report (PS3.16 TID 1500) and a binary segmentation (PS3.3 A.51). */

interface Concept {
  value: string;
  scheme: string;
  meaning: string;
}
export interface SourceSeries {
  studyInstanceUid: string;
  seriesInstanceUid: string;
  sopClassUid: string;
  sopInstanceUids: string[];
}

let number = 0;
export const newUid = (): string => {
  number += 1;
  return `2.25.4711${Date.now()}${number}`;
};

const sequence = (tag: number, ...items: ElementToWrite[][]): ElementToWrite => ({ tag, vr: 'SQ', value: { items } });
const uid = (tag: number, value: string): ElementToWrite => ({ tag, vr: 'UI', value });
const codeItem = ({ value, scheme, meaning }: Concept): ElementToWrite[] => [
  { tag: 0x00080100, vr: 'SH', value },
  { tag: 0x00080102, vr: 'SH', value: scheme },
  { tag: 0x00080104, vr: 'LO', value: meaning },
];
const dcm = (value: string, meaning: string): Concept => ({ value, scheme: 'DCM', meaning });
const item = (type: string, concept: Concept, rest: ElementToWrite[]): ElementToWrite[] => [
  { tag: 0x0040a010, vr: 'CS', value: 'CONTAINS' },
  { tag: 0x0040a040, vr: 'CS', value: type },
  sequence(0x0040a043, codeItem(concept)),
  ...rest,
];
const container = (concept: Concept, ...items: ElementToWrite[][]) =>
  item('CONTAINER', concept, [{ tag: 0x0040a050, vr: 'CS', value: 'SEPARATE' }, sequence(0x0040a730, ...items)]);

const ofStudy = ({ studyInstanceUid }: SourceSeries, sopClassUid: string, modality: string): ElementToWrite[] => [
  uid(0x00080016, sopClassUid),
  uid(0x00080018, newUid()),
  { tag: 0x00080005, vr: 'CS', value: 'ISO_IR 192' },
  { tag: 0x00080020, vr: 'DA', value: '20260101' },
  { tag: 0x00080030, vr: 'TM', value: '120000' },
  { tag: 0x00080050, vr: 'SH', value: '' },
  { tag: 0x00080060, vr: 'CS', value: modality },
  { tag: 0x00080070, vr: 'LO', value: 'A vendor' },
  { tag: 0x00080090, vr: 'PN', value: '' },
  { tag: 0x00100010, vr: 'PN', value: '' },
  { tag: 0x00100020, vr: 'LO', value: '' },
  { tag: 0x00100030, vr: 'DA', value: '' },
  { tag: 0x00100040, vr: 'CS', value: '' },
  uid(0x0020000d, studyInstanceUid),
  uid(0x0020000e, newUid()),
  { tag: 0x00200010, vr: 'SH', value: '' },
  { tag: 0x00200011, vr: 'IS', value: '1' },
  { tag: 0x00200013, vr: 'IS', value: '1' },
];
const referenced = ({ seriesInstanceUid, sopClassUid, sopInstanceUids }: SourceSeries): ElementToWrite[] => [
  uid(0x0020000e, seriesInstanceUid),
  sequence(0x00081199, ...sopInstanceUids.map((each) => [uid(0x00081150, sopClassUid), uid(0x00081155, each)])),
];

/** One measurement group: a number on one image, and a statement. */
export function measurementReport(
  source: SourceSeries,
  measured: { concept: Concept; value: string; unit: string; image: string },
  stated?: { concept: Concept; said: Concept },
): Uint8Array {
  const image = [sequence(0x00081199, [uid(0x00081150, source.sopClassUid), uid(0x00081155, measured.image)])];
  return writePart10([
    ...ofStudy(source, '1.2.840.10008.5.1.4.1.1.88.34', 'SR'),
    sequence(0x00081111),
    { tag: 0x0040a040, vr: 'CS', value: 'CONTAINER' },
    sequence(0x0040a043, codeItem(dcm('126000', 'Imaging Measurement Report'))),
    { tag: 0x0040a050, vr: 'CS', value: 'SEPARATE' },
    sequence(0x0040a372),
    sequence(0x0040a375, [uid(0x0020000d, source.studyInstanceUid), sequence(0x00081115, referenced(source))]),
    { tag: 0x0040a491, vr: 'CS', value: 'COMPLETE' },
    { tag: 0x0040a493, vr: 'CS', value: 'UNVERIFIED' },
    sequence(0x0040a504, [
      { tag: 0x00080105, vr: 'CS', value: 'DCMR' },
      { tag: 0x0040db00, vr: 'CS', value: '1500' },
    ]),
    sequence(
      0x0040a730,
      container(
        dcm('126010', 'Imaging Measurements'),
        container(
          dcm('125007', 'Measurement Group'),
          item('TEXT', dcm('112039', 'Tracking Identifier'), [{ tag: 0x0040a160, vr: 'UT', value: 'one' }]),
          item('IMAGE', dcm('121112', 'Source of Measurement'), image),
          item('NUM', measured.concept, [
            sequence(0x0040a300, [
              { tag: 0x0040a30a, vr: 'DS', value: measured.value },
              sequence(0x004008ea, codeItem({ value: measured.unit, scheme: 'UCUM', meaning: measured.unit })),
            ]),
          ]),
          ...(stated ? [item('CODE', stated.concept, [sequence(0x0040a168, codeItem(stated.said))])] : []),
        ),
      ),
    ),
  ]);
}

/** One segment on some images; `masks` have one byte for each pixel. */
export function segmentation(
  source: SourceSeries,
  type: Concept,
  size: { columns: number; rows: number },
  masks: { image: string; mask: Uint8Array }[],
): Uint8Array {
  const pixels = size.columns * size.rows;
  const bits = new Uint8Array(Math.ceil((pixels * masks.length) / 8));
  for (const [frame, { mask }] of masks.entries())
    for (const [at, pixel] of mask.entries()) {
      const bit = frame * pixels + at;
      if (pixel) bits[bit >> 3]! |= 1 << (bit & 7);
    }
  return writePart10([
    ...ofStudy(source, '1.2.840.10008.5.1.4.1.1.66.4', 'SEG'),
    { tag: 0x00080008, vr: 'CS', value: 'DERIVED\\PRIMARY' },
    sequence(0x00081115, referenced(source)),
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x00280008, vr: 'IS', value: String(masks.length) },
    { tag: 0x00280010, vr: 'US', value: [size.rows] },
    { tag: 0x00280011, vr: 'US', value: [size.columns] },
    { tag: 0x00280100, vr: 'US', value: [1] },
    { tag: 0x00280101, vr: 'US', value: [1] },
    { tag: 0x00280102, vr: 'US', value: [0] },
    { tag: 0x00280103, vr: 'US', value: [0] },
    { tag: 0x00620001, vr: 'CS', value: 'BINARY' },
    sequence(0x00620002, [
      sequence(0x00620003, codeItem({ value: '123037004', scheme: 'SCT', meaning: 'Anatomical structure' })),
      { tag: 0x00620004, vr: 'US', value: [1] },
      { tag: 0x00620005, vr: 'LO', value: type.meaning },
      { tag: 0x00620008, vr: 'CS', value: 'AUTOMATIC' },
      sequence(0x0062000f, codeItem(type)),
    ]),
    sequence(0x52009229, [sequence(0x0062000a, [{ tag: 0x0062000b, vr: 'US', value: [1] }])]),
    sequence(
      0x52009230,
      ...masks.map(({ image }) => [
        sequence(0x00089124, [sequence(0x00082112, [uid(0x00081150, source.sopClassUid), uid(0x00081155, image)])]),
      ]),
    ),
    { tag: 0x7fe00010, vr: 'OB', value: bits },
  ]);
}

/** A picture of two grey halves as a secondary capture (PS3.3 A.8.1); `frames`: Multi-frame True Color (A.8.5). */
export function secondaryCapture(
  { studyInstanceUid, seriesInstanceUid, sopClassUid }: SourceSeries,
  {
    columns = 64,
    rows = 48,
    frames,
    sources = [],
    isOfSeries = false,
    patientId = '',
    pixels = Uint8Array.from({ length: columns * rows * 3 * (frames ?? 1) }, (_, at) =>
      (at / 3) % columns < columns / 2 ? 0 : 200,
    ),
  }: {
    columns?: number;
    rows?: number;
    frames?: number;
    sources?: string[];
    isOfSeries?: boolean;
    patientId?: string;
    pixels?: Uint8Array | null;
  } = {},
): Uint8Array {
  const capture = '1.2.840.10008.5.1.4.1.1.7';
  const source = { studyInstanceUid, seriesInstanceUid, sopClassUid, sopInstanceUids: sources };
  const elements = ofStudy(source, frames ? `${capture}.4` : capture, 'OT').map((element) =>
    element.tag === 0x00100020 ? { ...element, value: patientId } : element,
  );
  return writePart10([
    ...(elements as ElementToWrite[]),
    { tag: 0x00080008, vr: 'CS', value: 'DERIVED\\SECONDARY' },
    { tag: 0x00080064, vr: 'CS', value: 'WSD' },
    ...(isOfSeries ? [sequence(0x00081115, referenced(source))] : []),
    ...(sources.length > 0
      ? [sequence(0x00082112, ...sources.map((each) => [uid(0x00081150, sopClassUid), uid(0x00081155, each)]))]
      : []),
    ...(frames ? [{ tag: 0x00280008, vr: 'IS', value: String(frames) } as const] : []),
    { tag: 0x00280002, vr: 'US', value: [3] },
    { tag: 0x00280004, vr: 'CS', value: 'RGB' },
    { tag: 0x00280006, vr: 'US', value: [0] },
    { tag: 0x00280010, vr: 'US', value: [rows] },
    { tag: 0x00280011, vr: 'US', value: [columns] },
    { tag: 0x00280100, vr: 'US', value: [8] },
    { tag: 0x00280101, vr: 'US', value: [8] },
    { tag: 0x00280102, vr: 'US', value: [7] },
    { tag: 0x00280103, vr: 'US', value: [0] },
    ...(pixels ? [{ tag: 0x7fe00010, vr: 'OB', value: pixels } as const] : []),
  ]);
}

/** A multipart/related body of DICOM parts, and its media type. */
export function stowBody(...files: Uint8Array[]): { body: Uint8Array<ArrayBuffer>; type: string } {
  const boundary = 'vendor-boundary';
  const parts = files.flatMap((file) => [
    Buffer.from(`--${boundary}\r\nContent-Type: application/dicom\r\n\r\n`),
    Buffer.from(file),
    Buffer.from('\r\n'),
  ]);
  return {
    body: new Uint8Array(Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])),
    type: `multipart/related; type="application/dicom"; boundary=${boundary}`,
  };
}
