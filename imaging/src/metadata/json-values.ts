import type { DecodeText } from '../text/charset.ts';

/** VRs whose value is octets: inline in base64 (PS3.18 section F.2.7). */
export const OCTETS = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'UN']);
/** VRs for which PS3.18 section F.2.2 has a BulkDataURI. */
export const MAY_BE_BULK = new Set([
  ...OCTETS,
  ...['DS', 'FL', 'FD', 'IS', 'LT', 'SL', 'SS', 'ST', 'SV', 'UC', 'UL', 'US', 'UT', 'UV'],
]);
/** Bytes of one word, of VRs whose byte order matters (PS3.5 section 7.3). */
const WORD_BYTES: Readonly<Record<string, number>> = {
  ...{ AT: 2, OW: 2, SS: 2, US: 2 },
  ...{ FL: 4, OF: 4, OL: 4, SL: 4, UL: 4 },
  ...{ FD: 8, OD: 8, OV: 8, SV: 8, UV: 8 },
};
/** Texts in the character set of the data set (PS3.5 section 6.1.2.2). */
const IN_CHARACTER_SET = new Set(['LO', 'LT', 'PN', 'SH', 'ST', 'UC', 'UT']);
/** Texts of one value, in which a backslash is a backslash and leading spaces count (PS3.5 table 6.2-1). */
const OF_ONE_VALUE = new Set(['LT', 'ST', 'UR', 'UT']);

type JsonValue = string | number | null | Record<string, string>;

/** The octets of a value, little endian, as all that this server gives are. */
export function littleEndian(bytes: Uint8Array, vr: string, isBigEndian: boolean): Uint8Array {
  const width = WORD_BYTES[vr] ?? 1;
  if (!isBigEndian || width === 1) return bytes;
  const swapped = bytes.slice();
  for (let at = 0; at + width <= swapped.length; at += width) swapped.subarray(at, at + width).reverse();
  return swapped;
}

/** The values of an element whose VR is neither octets nor a sequence (PS3.18 section F.2.4), from little endian bytes. */
export function valuesOf(bytes: Uint8Array, vr: string, decode: DecodeText): JsonValue[] {
  const read = NUMBERS[vr];
  if (read) return numbersOf(bytes, WORD_BYTES[vr] ?? 1, read);
  const text = IN_CHARACTER_SET.has(vr) ? decode(bytes) : latin1(bytes);
  if (OF_ONE_VALUE.has(vr)) return valuesOrNone([text.replace(/[ \0]+$/, '')]);
  const parts = text.split('\\').map((part) => part.replace(/^[ \0]+|[ \0]+$/g, ''));
  if (vr === 'PN') return valuesOrNone(parts.map(nameOf));
  return valuesOrNone(parts.map(vr === 'DS' || vr === 'IS' ? numberOf : orNull));
}

const orNull = (text: string): string | null => (text === '' ? null : text);
/** Padding alone is no value (PS3.18 section F.2.5). */
const valuesOrNone = (values: (JsonValue | '')[]): JsonValue[] => {
  const known = values.map((value) => (value === '' ? null : value));
  return known.every((value) => value === null) ? [] : known;
};

/** A number where the text is one; what a file writes instead is given as it is. */
function numberOf(text: string): JsonValue {
  if (text === '') return null;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Delimiters behind the last component say nothing (PS3.5 section 6.2.1.1). */
function nameOf(text: string): JsonValue {
  const [Alphabetic, Ideographic, Phonetic] = text.split('=').map((group) => group.replace(/[\^\s]+$/, '').trim());
  const groups = {
    ...(Alphabetic && { Alphabetic }),
    ...(Ideographic && { Ideographic }),
    ...(Phonetic && { Phonetic }),
  };
  return Object.keys(groups).length > 0 ? groups : null;
}

/** JSON has no word for what is not a number, and no infinity: such a value is left empty. */
const finite = (value: number): JsonValue => (Number.isFinite(value) ? value : null);
/** As text where a number would lose digits (note of PS3.18 table F.2.3-1). */
const whole = (value: bigint): JsonValue => (Number.isSafeInteger(Number(value)) ? Number(value) : value.toString());
const NUMBERS: Readonly<Record<string, (view: DataView, at: number) => JsonValue>> = {
  AT: (view, at) => hex(view.getUint16(at, true)) + hex(view.getUint16(at + 2, true)),
  FD: (view, at) => finite(view.getFloat64(at, true)),
  FL: (view, at) => finite(view.getFloat32(at, true)),
  SL: (view, at) => view.getInt32(at, true),
  SS: (view, at) => view.getInt16(at, true),
  SV: (view, at) => whole(view.getBigInt64(at, true)),
  UL: (view, at) => view.getUint32(at, true),
  US: (view, at) => view.getUint16(at, true),
  UV: (view, at) => whole(view.getBigUint64(at, true)),
};
const hex = (word: number): string => word.toString(16).toUpperCase().padStart(4, '0');

function numbersOf(bytes: Uint8Array, wordBytes: number, read: (view: DataView, at: number) => JsonValue): JsonValue[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values: JsonValue[] = [];
  const step = read === NUMBERS.AT ? 4 : wordBytes;
  for (let at = 0; at + step <= bytes.length; at += step) values.push(read(view, at));
  return values;
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}

export function base64(bytes: Uint8Array): string {
  return btoa(latin1(bytes));
}
