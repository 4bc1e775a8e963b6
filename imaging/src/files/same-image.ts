import { ElementReader } from '../deidentify/profile/elements.ts';
import type { OpenDataSet } from './data-set.ts';
import { DEFLATED_LE, type Encoding } from './layout.ts';
import { ImagingError } from './refusal.ts';

/** Transfer syntaxes that lose nothing; of JPEG 2000 those that are reversible by their definition (PS3.5 annex A). */
const LOSSLESS = new Set([
  ...['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.1.99', '1.2.840.10008.1.2.2'],
  ...['1.2.840.10008.1.2.5', '1.2.840.10008.1.2.8.1', '1.2.840.10008.1.2.4.57', '1.2.840.10008.1.2.4.70'],
  ...['1.2.840.10008.1.2.4.80', '1.2.840.10008.1.2.4.90', '1.2.840.10008.1.2.4.201', '1.2.840.10008.1.2.4.202'],
]);
export const isLosslessSyntax = (transferSyntaxUid: string): boolean => LOSSLESS.has(transferSyntaxUid);

/** What says how the pixels are written down: the values themselves are compared decoded. */
const OF_ENCODING = new Set([0x00082111, 0x00280004, 0x00280006, 0x7fe00001, 0x7fe00002, 0xfffcfffc]);
const PIXEL_DATA = new Set([0x7fe00008, 0x7fe00009, 0x7fe00010]);
/** Elements compared, with those in sequences: a header of 32 MB may have many. */
const MOST_ELEMENTS = 500_000;

/** Bytes of one number, by VR; other values are texts or bytes, the same in each byte order (PS3.5 section 7.3). */
const NUMBER_BYTES: Readonly<Record<string, number>> = {
  ...{ US: 2, SS: 2, OW: 2, AT: 2, UL: 4, SL: 4, FL: 4, OF: 4, OL: 4, FD: 8, OD: 8, OV: 8, SV: 8, UV: 8 },
};

interface Read {
  reader: ElementReader;
  at: number;
  /** Where the data set or the item ends; null: at a delimiter. */
  end: number | null;
}

/**
 * Whether two data sets of one image have the same attributes, however these are encoded: lengths of sequences and groups,
 * byte order and VR do not count, nor what describes the encoding of pixels. Bits outside of the stored ones (PS3.3 C.9.2) are
 * not compared, so images that keep an overlay there are never the same.
 * @throws ImagingError where there is too much to compare, or a data set cannot be read
 */
export function hasSameAttributes(a: OpenDataSet, b: OpenDataSet): boolean {
  const counted = { left: MOST_ELEMENTS };
  const whole = ({ bytes, layout }: OpenDataSet): Read => ({
    reader: new ElementReader(bytes, layout.encoding),
    // The bytes of a deflated data set are the inflated ones.
    at: layout.transferSyntaxUid === DEFLATED_LE ? 0 : layout.offset,
    end: bytes.length,
  });
  if (hasOverlayInPixels(a) || hasOverlayInPixels(b) || !isSameDerivation(a, b)) return false;
  return isSame(whole(a), whole(b), 0, counted);
}

/**
 * Derivation Description (PS3.3 C.7.6.1.1.3): who compresses without loss may say so, in front of or behind what was said.
 */
function isSameDerivation(a: OpenDataSet, b: OpenDataSet): boolean {
  const [shorter = '', longer = ''] = [a, b]
    .map(({ dataSet }) => (dataSet.string('x00082111') ?? '').trim())
    .sort((one, other) => one.length - other.length);
  return shorter === longer || (longer.includes(shorter) && /lossless/i.test(longer.replace(shorter, '')));
}

/** An overlay without data of its own lies in unused bits of the pixels. */
const hasOverlayInPixels = ({ dataSet: { elements } }: OpenDataSet): boolean =>
  Object.keys(elements).some((tag) => /^x60[0-9a-f]{2}0010$/.test(tag) && !elements[`${tag.slice(0, 5)}3000`]);

function isSame(a: Read, b: Read, depth: number, counted: { left: number }): boolean {
  for (;;) {
    const [left, right] = [next(a, depth), next(b, depth)];
    if (!left || !right) return !left && !right;
    counted.left -= 1;
    if (counted.left < 0) throw new ImagingError('NOT_READABLE', 'there are too many elements', { isOverLimit: true });
    if (left.tag !== right.tag) return false;
    const isSequence = a.reader.beginsWithItem(left) && b.reader.beginsWithItem(right) && hasItems(left, right);
    if (isSequence) {
      if (!hasSameItems(inside(a, left), inside(b, right), depth + 1, counted)) return false;
    } else {
      const vr = left.vr ?? right.vr ?? '';
      if (!isSameValue(valueIn(a, left, vr), valueIn(b, right, vr))) return false;
    }
    a.at = a.reader.endOf(left, depth);
    b.at = b.reader.endOf(right, depth);
  }
}

type Element = ReturnType<ElementReader['elementAt']>;
const isSq = (vr: string | null): boolean => vr === null || vr === 'SQ' || vr === 'UN';
const hasItems = (a: Element, b: Element): boolean => isSq(a.vr) && isSq(b.vr) && a.length !== 0 && b.length !== 0;

/** The next element that is compared; undefined at the end, and before the pixels. */
function next(read: Read, depth: number): Element | undefined {
  const { reader } = read;
  for (;;) {
    if (read.end === null ? reader.isItemEnd(read.at) : read.at >= read.end) return undefined;
    const element = reader.elementAt(read.at);
    if (depth === 0 && PIXEL_DATA.has(element.tag)) return undefined;
    // Nested pixels are those of an icon (PS3.3 F.7), which are compressed with the image.
    const isLeftOut = OF_ENCODING.has(element.tag) || PIXEL_DATA.has(element.tag);
    if ((element.tag & 0xffff) !== 0 && !isLeftOut) return element;
    read.at = reader.endOf(element, depth);
  }
}

/** The items of a sequence; inside of UN they are implicit little endian (PS3.5 section 6.2.2). */
const inside = ({ reader }: Read, element: Element): Read => ({
  reader: element.vr === 'UN' ? new ElementReader(reader.bytes, 'implicit-le') : reader,
  at: element.value,
  end: element.length === null ? null : element.value + element.length,
});

function hasSameItems(a: Read, b: Read, depth: number, counted: { left: number }): boolean {
  const itemOf = (read: Read) => (read.end !== null && read.at >= read.end ? null : read.reader.itemAt(read.at));
  for (;;) {
    const [left, right] = [itemOf(a), itemOf(b)];
    if (!left || !right) return !left && !right;
    const [one, other]: [Read, Read] = [
      { reader: a.reader, at: left.content, end: left.end },
      { reader: b.reader, at: right.content, end: right.end },
    ];
    if (!isSame(one, other, depth, counted)) return false;
    a.at = left.end ?? one.at + 8;
    b.at = right.end ?? other.at + 8;
  }
}

/** Without padding, in little endian. */
function valueIn({ reader }: Read, element: Element, vr: string): Uint8Array {
  const value = reader.valueOf(element);
  const size = NUMBER_BYTES[vr];
  if (size !== undefined) return reader.encoding === 'explicit-be' ? swapped(value, size) : value;
  let end = value.length;
  if (vr !== 'OB' && vr !== 'UN') while (end > 0 && (value[end - 1] === 0x20 || value[end - 1] === 0)) end -= 1;
  return value.subarray(0, end);
}

function swapped(bytes: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) out[at] = bytes[at - (at % size) + size - 1 - (at % size)] ?? 0;
  return out;
}

const isSameValue = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

/** Attributes behind the pixels are few. */
export const MOST_BEHIND_BYTES = 1024 * 1024;

/** Whether what follows the pixel data is the same. @throws ImagingError */
export function hasSameEnd(
  a: { bytes: Uint8Array; encoding: Encoding },
  b: { bytes: Uint8Array; encoding: Encoding },
): boolean {
  if (a.bytes.length > MOST_BEHIND_BYTES || b.bytes.length > MOST_BEHIND_BYTES) return false;
  const whole = ({ bytes, encoding }: typeof a): Read => ({
    reader: new ElementReader(bytes, encoding),
    at: 0,
    end: bytes.length,
  });
  return isSame(whole(a), whole(b), 0, { left: MOST_ELEMENTS });
}
