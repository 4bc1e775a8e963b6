import { IMPLICIT_LE } from './uids.ts';

/** An element as it was received. */
export interface ReadElement {
  /** Empty where the transfer syntax has implicit VRs. */
  vr: string;
  bytes: Buffer;
  /** The items of a sequence; empty for other elements. */
  items: ReadDataSet[];
}
/** Elements by tag, as eight hexadecimal digits. */
export type ReadDataSet = ReadonlyMap<string, ReadElement>;

/** The DICOM JSON model (PS3.18 annex F), as far as it is supported here. */
export type DataSetToWrite = Readonly<Record<string, { vr: string; Value?: readonly unknown[] }>>;

const DEEPEST = 8;
const UNDEFINED_LENGTH = 0xffffffff;
const [ITEM, ITEM_END, SEQUENCE_END] = ['FFFEE000', 'FFFEE00D', 'FFFEE0DD'];
/** Explicit VRs with a 32-bit length (PS3.5 table 7.1-1). */
const LONG_VRS = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV']);

/**
 * Reads a small data set (a query or a list of instances) in Implicit or Explicit VR Little Endian.
 * @throws Error for bytes that are not a data set
 */
export function readDataSet(bytes: Buffer, transferSyntax: string): ReadDataSet {
  const isImplicit = transferSyntax === IMPLICIT_LE;
  let at = 0;

  function header(): { tag: string; vr: string; length: number } {
    if (at + 8 > bytes.length) throw new Error('a data set is cut off');
    const tag = tagText(bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2));
    if (isImplicit || tag.startsWith('FFFE')) {
      const length = bytes.readUInt32LE(at + 4);
      at += 8;
      return { tag, vr: '', length };
    }
    const vr = bytes.toString('latin1', at + 4, at + 6);
    if (!/^[A-Z]{2}$/.test(vr)) throw new Error('an element has no value representation');
    if (!LONG_VRS.has(vr)) {
      const length = bytes.readUInt16LE(at + 6);
      at += 8;
      return { tag, vr, length };
    }
    if (at + 12 > bytes.length) throw new Error('a data set is cut off');
    const length = bytes.readUInt32LE(at + 8);
    at += 12;
    return { tag, vr, length };
  }

  function elements(end: number | undefined, depth: number): ReadDataSet {
    if (depth > DEEPEST) throw new Error('sequences are nested too deeply');
    const found = new Map<string, ReadElement>();
    while (at < (end ?? bytes.length)) {
      const { tag, vr, length } = header();
      if (tag === ITEM_END && end === undefined) return found;
      if (length === UNDEFINED_LENGTH) {
        found.set(tag, { vr, bytes: NOTHING, items: itemsUntil(undefined, depth) });
        continue;
      }
      const from = at;
      const to = from + length;
      if (to > (end ?? bytes.length)) throw new Error('an element is longer than what it is in');
      // An implicit VR does not mark sequences; a value that begins with an item is taken for one.
      const isSequence = vr === 'SQ' || (vr === '' && length >= 8 && bytes.readUInt32LE(from) === 0xe000fffe);
      const items = isSequence ? itemsUntil(to, depth) : [];
      at = to;
      found.set(tag, { vr, bytes: bytes.subarray(from, to), items });
    }
    if (depth > 0 && end === undefined) throw new Error('an item has no end');
    return found;
  }

  function itemsUntil(end: number | undefined, depth: number): ReadDataSet[] {
    const items: ReadDataSet[] = [];
    while (end === undefined || at < end) {
      const { tag, length } = header();
      if (tag === SEQUENCE_END && end === undefined) return items;
      if (tag !== ITEM) throw new Error('a sequence has something else than items');
      if (length === UNDEFINED_LENGTH) items.push(elements(undefined, depth + 1));
      else {
        const to = at + length;
        if (to > (end ?? bytes.length)) throw new Error('an item is longer than what it is in');
        items.push(elements(to, depth + 1));
        at = to;
      }
    }
    return items;
  }

  return elements(undefined, 0);
}

const NOTHING = Buffer.alloc(0);
const tagText = (group: number, element: number): string =>
  (group * 0x10000 + element).toString(16).toUpperCase().padStart(8, '0');

/** The text of an element without padding; read as ASCII where no decoder is given. */
export function textIn(
  dataSet: ReadDataSet,
  tag: string,
  decode: (bytes: Uint8Array) => string = (bytes) => Buffer.from(bytes).toString('latin1'),
): string {
  const element = dataSet.get(tag);
  return element
    ? decode(element.bytes)
        .replace(/[\0 ]+$/, '')
        .replace(/^ +/, '')
    : '';
}

/** Writes a data set in Implicit or Explicit VR Little Endian, with text as UTF-8; the elements may be in any order. */
export function writeDataSet(dataSet: DataSetToWrite, transferSyntax: string): Buffer {
  const isImplicit = transferSyntax === IMPLICIT_LE;
  const parts = Object.entries(dataSet)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tag, { vr, Value: values = [] }]) => {
      const value = vr === 'SQ' ? itemsOf(values, transferSyntax) : valueBytes(vr, values);
      const isLong = !isImplicit && LONG_VRS.has(vr);
      const head = Buffer.alloc(isLong ? 12 : 8);
      head.writeUInt16LE(Number.parseInt(tag.slice(0, 4), 16), 0);
      head.writeUInt16LE(Number.parseInt(tag.slice(4), 16), 2);
      if (isImplicit) head.writeUInt32LE(value.length, 4);
      else {
        head.write(vr, 4, 'latin1');
        if (isLong) head.writeUInt32LE(value.length, 8);
        else head.writeUInt16LE(Math.min(value.length, 0xfffe), 6);
      }
      return Buffer.concat([head, isImplicit || isLong ? value : value.subarray(0, 0xfffe)]);
    });
  return Buffer.concat(parts);
}

function itemsOf(items: readonly unknown[], transferSyntax: string): Buffer {
  return Buffer.concat(
    items.map((item) => {
      const content = writeDataSet(item as DataSetToWrite, transferSyntax);
      const head = Buffer.from([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0]);
      head.writeUInt32LE(content.length, 4);
      return Buffer.concat([head, content]);
    }),
  );
}

function valueBytes(vr: string, values: readonly unknown[]): Buffer {
  if (vr === 'US') {
    const bytes = Buffer.alloc(2 * values.length);
    for (const [index, value] of values.entries()) bytes.writeUInt16LE(Number(value), 2 * index);
    return bytes;
  }
  const bytes = Buffer.from(values.map(textOf).join('\\'), 'utf8');
  if (bytes.length % 2 === 0) return bytes;
  return Buffer.concat([bytes, Buffer.from(vr === 'UI' ? '\0' : ' ')]);
}

/** A person's name is given by its groups (PS3.18 section F.2.2). */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { Alphabetic = '', Ideographic = '', Phonetic = '' } = value as Record<string, string>;
  return [Alphabetic, Ideographic, Phonetic].join('=').replace(/=+$/, '');
}
