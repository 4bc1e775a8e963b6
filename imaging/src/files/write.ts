import { concatenate } from './concatenate.ts';
import { EXPLICIT_LE } from './layout.ts';

/** Value of an element: text (already in DICOM form), 16-bit numbers, bytes, or the items of a sequence. */
type Value = string | number[] | Uint8Array | { items: ElementToWrite[][] };
export interface ElementToWrite {
  tag: number;
  vr:
    | 'UI'
    | 'CS'
    | 'LO'
    | 'PN'
    | 'DA'
    | 'TM'
    | 'IS'
    | 'DS'
    | 'SH'
    | 'ST'
    | 'AS'
    | 'US'
    | 'SS'
    | 'SL'
    | 'OW'
    | 'OB'
    | 'UC'
    | 'UT'
    | 'SQ'
    | 'DT'
    | 'AT'
    | 'UL'
    | 'FD'
    | 'FL';
  value: Value;
}

/** Implementation Class UID of this writer, under the UUID root 2.25 (PS3.5 annex B.2). */
export const IMPLEMENTATION_CLASS_UID = '2.25.210345713250462912811739460254098128';

/**
 * Preamble, prefix and File Meta Information (PS3.10 section 7.1) for a data set that has none. Identical for the same
 * instance, whoever sends it.
 */
export function fileMeta(instance: {
  sopClassUid: string;
  sopInstanceUid: string;
  transferSyntaxUid: string;
}): Uint8Array {
  const meta = encode([
    { tag: 0x00020001, vr: 'OB', value: new Uint8Array([0, 1]) },
    { tag: 0x00020002, vr: 'UI', value: instance.sopClassUid },
    { tag: 0x00020003, vr: 'UI', value: instance.sopInstanceUid },
    { tag: 0x00020010, vr: 'UI', value: instance.transferSyntaxUid },
    { tag: 0x00020012, vr: 'UI', value: IMPLEMENTATION_CLASS_UID },
  ]);
  const groupLength = new Uint8Array(12);
  const view = new DataView(groupLength.buffer);
  view.setUint16(0, 2, true);
  groupLength.set([0x55, 0x4c], 4);
  view.setUint16(6, 4, true);
  view.setUint32(8, meta.length, true);
  const preamble = new Uint8Array(132);
  preamble.set([0x44, 0x49, 0x43, 0x4d], 128);
  return concatenate([preamble, groupLength, meta]);
}

/** A Part 10 file in Explicit VR Little Endian (PS3.10 section 7; PS3.5 section 7.1.2). Elements in any order. */
export function writePart10(elements: ElementToWrite[]): Uint8Array {
  const uid = (tag: number) => String(elements.find((element) => element.tag === tag)?.value ?? '');
  const meta = fileMeta({
    sopClassUid: uid(0x00080016),
    sopInstanceUid: uid(0x00080018),
    transferSyntaxUid: EXPLICIT_LE,
  });
  return concatenate([meta, encode([...elements].sort((a, b) => a.tag - b.tag))]);
}

/** VRs whose length takes 32 bits (PS3.5 table 7.1-1). */
const LONG_VRS = new Set(['OB', 'OW', 'SQ', 'UC', 'UT']);

/** Elements in the order given (PS3.5 section 7.1.2). */
export function encode(elements: ElementToWrite[]): Uint8Array {
  const parts = elements.map(({ tag, vr, value }) => {
    const data = valueBytes(vr, value);
    const isLong = LONG_VRS.has(vr);
    const part = new Uint8Array((isLong ? 12 : 8) + data.length);
    const view = new DataView(part.buffer);
    view.setUint16(0, tag >>> 16, true);
    view.setUint16(2, tag & 0xffff, true);
    part.set([vr.charCodeAt(0), vr.charCodeAt(1)], 4);
    if (isLong) view.setUint32(8, data.length, true);
    else view.setUint16(6, data.length, true);
    part.set(data, isLong ? 12 : 8);
    return part;
  });
  return concatenate(parts);
}

/** Even length always: UIDs and bytes padded with zero, text with a space (PS3.5 section 6.2). */
function valueBytes(vr: string, value: Value): Uint8Array {
  if (value instanceof Uint8Array) return value.length % 2 === 0 ? value : padded(value, 0);
  if (typeof value === 'object' && 'items' in value) return concatenate(value.items.map(itemBytes));
  if (typeof value !== 'string') {
    const out = new Uint8Array(value.length * 2);
    const view = new DataView(out.buffer);
    for (const [index, number] of value.entries()) view.setUint16(index * 2, number, true);
    return out;
  }
  const bytes = new TextEncoder().encode(value);
  return bytes.length % 2 === 0 ? bytes : padded(bytes, vr === 'UI' ? 0 : 0x20);
}

function padded(bytes: Uint8Array, filler: number): Uint8Array {
  const out = new Uint8Array(bytes.length + 1).fill(filler);
  out.set(bytes);
  return out;
}

/** One item of a sequence, with its length (PS3.5 section 7.5.2). */
function itemBytes(elements: ElementToWrite[]): Uint8Array {
  const content = encode([...elements].sort((a, b) => a.tag - b.tag));
  const head = new Uint8Array(8);
  const view = new DataView(head.buffer);
  view.setUint16(0, 0xfffe, true);
  view.setUint16(2, 0xe000, true);
  view.setUint32(4, content.length, true);
  return concatenate([head, content]);
}
