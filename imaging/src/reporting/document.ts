import { openDataSet } from '../files/data-set.ts';
import type { ElementToWrite } from '../files/write.ts';
import { textDecoderFor } from '../text/charset.ts';
import {
  type Code,
  type ContentItem,
  children,
  codeSequence,
  type ImageReference,
  reference,
  sequence,
} from './content-items.ts';
import { MAKER } from './own-objects.ts';

/** What every object of a signature or an analysis states about itself. */
export interface ObjectNames {
  sopInstanceUid: string;
  seriesInstanceUid: string;
  /** When its content was created: ISO 8601, UTC. */
  at: string;
  seriesDescription: string;
  /** UTC offset for images that state none, `&ZZXX` (PS3.3 C.12.1.1.8). */
  utcOffset: string;
  /** Whom the object is about, where that is not the patient of the image that it is made from. */
  patient?: PatientOfObject;
}
/** A patient in DICOM form; null: the attribute is written without a value. */
export interface PatientOfObject {
  /** PN. */
  name: string | null;
  patientId: string | null;
  /** DA. */
  birthDate: string | null;
  sex: string | null;
  /** Where the image names another person: their order, referring physician and study ID are not copied either. */
  order?: { accessionNumber: string | null };
}
/** The person who verified the content; null: not verified yet. */
export interface Verification {
  /** PN. */
  name: string;
  organization: string;
  /** ISO 8601, UTC. */
  at: string;
}
/** Images that the content refers to, by study and series. */
export interface Evidence extends ImageReference {
  studyInstanceUid: string;
  seriesInstanceUid: string;
}

/** Attributes of patient and study, copied from the images; texts are converted to UTF-8. */
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
const TIMEZONE = 0x00080201;

/** The attributes that a new object takes over from an image of its study. @throws ImagingError if `source` cannot be parsed */
export function studyOf(source: Uint8Array, unsaidOffset: string): { elements: ElementToWrite[]; utcOffset: string } {
  const { dataSet, bytes } = openDataSet(source);
  const decode = textDecoderFor(dataSet.string('x00080005')) ?? textDecoderFor(undefined);
  const elements = SHARED.map(([tag, vr]): ElementToWrite => {
    const element = dataSet.elements[`x${tag.toString(16).padStart(8, '0')}`];
    const raw = element ? bytes.subarray(element.dataOffset, element.dataOffset + element.length) : new Uint8Array();
    return { tag, vr, value: inFormOfToday(vr, decode(raw).replace(/[\0 ]+$/, '')) };
  });
  const said = dataSet.string('x00080201')?.trim();
  return { elements, utcOffset: said && /^[+-]\d{4}$/.test(said) ? said : unsaidOffset };
}

/** Old scanners write 2026.01.02 and 10:20:30, as ACR-NEMA had it, which an object of DICOM may not have (PS3.5 table 6.2-1). */
function inFormOfToday(vr: (typeof SHARED)[number][1], value: string): string {
  if (vr === 'DA') return value.replace(/^(\d{4})\.(\d\d)\.(\d\d)$/, '$1$2$3');
  return vr === 'TM' ? value.replace(/^(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?$/, '$1$2$3') : value;
}

/** DICOM DA and TM of a time, in the object's UTC offset. */
export function dateAndTime(iso: string, utcOffset: string): { date: string; time: string } {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(utcOffset) ?? ['', '+', '00', '00'];
  const shiftMs = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const digits = new Date(Date.parse(iso) + shiftMs).toISOString().replace(/\D/g, '');
  return { date: digits.slice(0, 8), time: digits.slice(8, 14) };
}

/** The SOP Common, study, series and equipment elements of a new object. */
export function objectElements(
  names: ObjectNames,
  source: Uint8Array,
  own: { sopClassUid: string; modality: string; seriesNumber: string },
): { elements: ElementToWrite[]; utcOffset: string } {
  const { elements: copied, utcOffset } = studyOf(source, names.utcOffset);
  const elements = names.patient ? ofPatient(copied, names.patient) : copied;
  const { date, time } = dateAndTime(names.at, utcOffset);
  return {
    utcOffset,
    elements: [
      ...elements,
      { tag: 0x00080005, vr: 'CS', value: 'ISO_IR 192' },
      { tag: 0x00080012, vr: 'DA', value: date },
      { tag: 0x00080013, vr: 'TM', value: time },
      { tag: 0x00080016, vr: 'UI', value: own.sopClassUid },
      { tag: 0x00080018, vr: 'UI', value: names.sopInstanceUid },
      { tag: 0x00080023, vr: 'DA', value: date },
      { tag: 0x00080033, vr: 'TM', value: time },
      { tag: 0x00080060, vr: 'CS', value: own.modality },
      { tag: 0x00080070, vr: 'LO', value: MAKER },
      { tag: TIMEZONE, vr: 'SH', value: utcOffset },
      { tag: 0x0008103e, vr: 'LO', value: names.seriesDescription.slice(0, 64) },
      { tag: 0x0020000e, vr: 'UI', value: names.seriesInstanceUid },
      { tag: 0x00200011, vr: 'IS', value: own.seriesNumber },
      { tag: 0x00200013, vr: 'IS', value: '1' },
    ],
  };
}

function ofPatient(elements: ElementToWrite[], { order, ...patient }: PatientOfObject): ElementToWrite[] {
  const values = new Map<number, string | null>([
    [0x00100010, patient.name],
    [0x00100020, patient.patientId],
    [0x00100030, patient.birthDate],
    [0x00100040, patient.sex],
    ...(order
      ? ([
          [0x00080050, order.accessionNumber],
          [0x00080090, null],
          [0x00200010, null],
        ] as const)
      : []),
  ]);
  return elements.map((element) =>
    values.has(element.tag) ? { ...element, value: values.get(element.tag) ?? '' } : element,
  );
}

/** PS3.3 C.17.2: every image, by study and series. */
export function evidenceItems(evidence: readonly Evidence[]): ElementToWrite[][] {
  const byStudy = Map.groupBy(evidence, (image) => image.studyInstanceUid);
  return [...byStudy].map(([studyUid, images]) => [
    { tag: 0x0020000d, vr: 'UI', value: studyUid },
    sequence(
      0x00081115,
      ...[...Map.groupBy(images, (image) => image.seriesInstanceUid)].map(([uid, ofSeries]): ElementToWrite[] => [
        { tag: 0x0020000e, vr: 'UI', value: uid },
        sequence(0x00081199, ...ofSeries.map(reference)),
      ]),
    ),
  ]);
}

/**
 * The elements of a document of content items (PS3.3 C.17): title, template, images, verification, and the documents whose content
 * it includes (Predecessor Documents Sequence, PS3.3 C.17.2.2). Of several verifications the last tells which edition prevails
 * (PS3.3 C.17.2).
 */
export function documentElements(
  document: {
    title: Code;
    template: string;
    evidence: readonly Evidence[];
    verifications: readonly Verification[];
    /** What it lacks; such a document is not verified (PS3.3 C.17.2). At most 64 characters. */
    partial?: string;
    predecessors?: readonly Evidence[] | undefined;
  },
  items: ContentItem[],
  utcOffset: string,
): ElementToWrite[] {
  const { title, template, evidence, verifications, partial, predecessors = [] } = document;
  return [
    sequence(0x00081111),
    { tag: 0x0040a040, vr: 'CS', value: 'CONTAINER' },
    codeSequence(0x0040a043, title),
    { tag: 0x0040a050, vr: 'CS', value: 'SEPARATE' },
    ...(verifications.length > 0
      ? [sequence(0x0040a073, ...verifications.map((each) => verifierItem(each, utcOffset)))]
      : []),
    ...(predecessors.length > 0 ? [sequence(0x0040a360, ...evidenceItems(predecessors))] : []),
    sequence(0x0040a372),
    ...(evidence.length > 0 ? [sequence(0x0040a375, ...evidenceItems(evidence))] : []),
    { tag: 0x0040a491, vr: 'CS', value: partial ? 'PARTIAL' : 'COMPLETE' },
    ...(partial ? [{ tag: 0x0040a492, vr: 'LO', value: partial } as const] : []),
    { tag: 0x0040a493, vr: 'CS', value: verifications.length > 0 ? 'VERIFIED' : 'UNVERIFIED' },
    templateElement(template),
    ...children(items),
  ];
}

/** PS3.3 C.18.8. */
export const templateElement = (template: string): ElementToWrite =>
  sequence(0x0040a504, [
    { tag: 0x00080105, vr: 'CS', value: 'DCMR' },
    { tag: 0x0040db00, vr: 'CS', value: template },
  ]);

function verifierItem({ name, organization, at }: Verification, utcOffset: string): ElementToWrite[] {
  const { date, time } = dateAndTime(at, utcOffset);
  return [
    { tag: 0x0040a027, vr: 'LO', value: organization },
    { tag: 0x0040a030, vr: 'DT', value: `${date}${time}${utcOffset}` },
    { tag: 0x0040a075, vr: 'PN', value: name },
    sequence(0x0040a088),
  ];
}
