import type { ElementToWrite } from '../files/write.ts';

/** A code with its scheme, as in DICOM (PS3.3 section 8). */
export interface Code {
  value: string;
  scheme: string;
  meaning: string;
}
/** A composite object and its frame (from 0); null: the whole object. */
export interface ImageReference {
  sopClassUid: string;
  sopInstanceUid: string;
  frame?: number | null;
}

export const DCM = (value: string, meaning: string): Code => ({ value, scheme: 'DCM', meaning });
export const SCT = (value: string, meaning: string): Code => ({ value, scheme: 'SCT', meaning });
/** The private scheme for our own codes (PS3.16 section 8.2: 99 and a name). */
export const PRIVATE_SCHEME = '99DUAI';

/** PS3.3 section 8.1: a value of more than 16 characters is a Long Code Value. */
export const codeItem = ({ value, scheme, meaning }: Code): ElementToWrite[] => [
  value.length > 16 ? { tag: 0x00080119, vr: 'UC', value } : { tag: 0x00080100, vr: 'SH', value },
  { tag: 0x00080102, vr: 'SH', value: scheme },
  { tag: 0x00080104, vr: 'LO', value: meaning.slice(0, 64) },
];
export const sequence = (tag: number, ...items: ElementToWrite[][]): ElementToWrite => ({
  tag,
  vr: 'SQ',
  value: { items },
});
export const codeSequence = (tag: number, code: Code): ElementToWrite => sequence(tag, codeItem(code));

type Relation = 'CONTAINS' | 'HAS OBS CONTEXT' | 'HAS CONCEPT MOD' | 'INFERRED FROM' | 'SELECTED FROM';
export type ContentItem = ElementToWrite[];
function content(relation: Relation, type: string, concept: Code | null, rest: ElementToWrite[]): ContentItem {
  return [
    { tag: 0x0040a010, vr: 'CS', value: relation },
    { tag: 0x0040a040, vr: 'CS', value: type },
    ...(concept ? [codeSequence(0x0040a043, concept)] : []),
    ...rest,
  ];
}

/** Content items of PS3.3 C.17.3. */
export const text = (relation: Relation, concept: Code, value: string): ContentItem =>
  content(relation, 'TEXT', concept, [{ tag: 0x0040a160, vr: 'UT', value }]);
export const code = (relation: Relation, concept: Code, value: Code, modifiers: ContentItem[] = []): ContentItem =>
  content(relation, 'CODE', concept, [codeSequence(0x0040a168, value), ...children(modifiers)]);
export const uid = (relation: Relation, concept: Code, value: string): ContentItem =>
  content(relation, 'UIDREF', concept, [{ tag: 0x0040a124, vr: 'UI', value }]);
export const personName = (relation: Relation, concept: Code, value: string): ContentItem =>
  content(relation, 'PNAME', concept, [{ tag: 0x0040a123, vr: 'PN', value }]);
export const image = (relation: Relation, { sopClassUid, sopInstanceUid, frame = null }: ImageReference): ContentItem =>
  content(relation, 'IMAGE', null, [
    sequence(0x00081199, [
      ...reference({ sopClassUid, sopInstanceUid }),
      ...(frame === null ? [] : [{ tag: 0x00081160, vr: 'IS', value: String(frame + 1) } as const]),
    ]),
  ]);
/** Graphic coordinates on an image, in columns and rows from the upper left corner of the first pixel (PS3.3 C.18.6.1.1). */
export const coordinates = (
  relation: Relation,
  concept: Code | null,
  {
    graphic,
    points,
  }: { graphic: 'POINT' | 'POLYLINE' | 'ELLIPSE'; points: readonly { readonly x: number; readonly y: number }[] },
  on: ImageReference,
): ContentItem =>
  content(relation, 'SCOORD', concept, [
    { tag: 0x00700022, vr: 'FL', value: floatsOf(points.flatMap(({ x, y }) => [x, y])) },
    { tag: 0x00700023, vr: 'CS', value: graphic },
    ...children([image('SELECTED FROM', on)]),
  ]);
/**
 * Graphic coordinates in the patient, mm, in a frame of reference (PS3.3 C.18.9): a closed outline is a POLYGON that ends at its
 * first point, an ellipse its major axis, then its minor one.
 */
export const spatialCoordinates = (
  relation: Relation,
  concept: Code | null,
  {
    graphic,
    points,
  }: {
    graphic: 'POINT' | 'POLYLINE' | 'POLYGON' | 'ELLIPSE';
    points: readonly (readonly [number, number, number])[];
  },
  frameOfReferenceUid: string,
): ContentItem =>
  content(relation, 'SCOORD3D', concept, [
    { tag: 0x00700022, vr: 'FL', value: floatsOf(points.flat()) },
    { tag: 0x00700023, vr: 'CS', value: graphic },
    { tag: 0x30060024, vr: 'UI', value: frameOfReferenceUid },
  ]);
export const number = (
  relation: Relation,
  concept: Code,
  { value, unit, unitMeaning }: { value: number; unit: string; unitMeaning: string },
  modifiers: ContentItem[] = [],
): ContentItem =>
  content(relation, 'NUM', concept, [
    sequence(0x0040a300, [
      { tag: 0x0040a30a, vr: 'DS', value: decimal(value) },
      // A value that DS cannot represent is added in full precision (PS3.3 table C.18.1-1).
      ...(Number(decimal(value)) === value ? [] : [{ tag: 0x0040a161, vr: 'FD', value: doubleOf(value) } as const]),
      codeSequence(0x004008ea, { value: unit, scheme: 'UCUM', meaning: unitMeaning }),
    ]),
    ...children(modifiers),
  ]);
export const container = (relation: Relation, concept: Code, items: ContentItem[]): ContentItem =>
  content(relation, 'CONTAINER', concept, [{ tag: 0x0040a050, vr: 'CS', value: 'SEPARATE' }, ...children(items)]);
export const children = (items: ContentItem[]): ElementToWrite[] =>
  items.length > 0 ? [sequence(0x0040a730, ...items)] : [];

/** SOP Class UID and SOP Instance UID (PS3.3 table 10-11). */
export const reference = ({ sopClassUid, sopInstanceUid }: ImageReference): ElementToWrite[] => [
  { tag: 0x00081150, vr: 'UI', value: sopClassUid },
  { tag: 0x00081155, vr: 'UI', value: sopInstanceUid },
];

/** PS3.16 TID 1204. */
export const languageItem = (language: 'tr' | 'en'): ContentItem =>
  code('HAS CONCEPT MOD', DCM('121049', 'Language of Content Item and Descendants'), {
    value: language,
    scheme: 'RFC5646',
    meaning: { tr: 'Turkish', en: 'English' }[language],
  });

/** PS3.5 section 6.2: DS has at most 16 characters. */
const LONGEST_DS = 16;

/** A number as DS, with as many digits as there is room for, at most 10 where not all of them fit. */
export const decimal = (value: number): string => {
  const plain = String(value);
  if (plain.length <= LONGEST_DS) return plain;
  const rounded = value.toPrecision(10);
  return rounded.length <= LONGEST_DS ? rounded : value.toExponential(8);
};

function doubleOf(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return bytes;
}

function floatsOf(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) view.setFloat32(index * 4, value, true);
  return bytes;
}
