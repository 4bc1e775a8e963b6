import type { CaseMapping } from './case-mapping.ts';

const DUMMY_TEXT = 'REMOVED';

/** VRs whose dummy is zero bytes of the same length. Counts and indices are kept, because lengths depend on them. */
const ZEROED = new Set(['FL', 'FD', 'OF', 'OD', 'OB', 'OW', 'OL', 'OV', 'UN', 'SV', 'UV']);
const UNTOUCHED = new Set(['US', 'SS', 'UL', 'SL', 'AT', 'CS', 'UI']);
const FIXED: Readonly<Record<string, string>> = {
  AS: '000Y',
  DA: '19000101',
  DT: '19000101000000',
  TM: '000000',
  DS: '0',
  IS: '1',
  UR: 'urn:removed',
};

/** A meaningless value in the form of its VR (action D of PS3.15 table E.1-1a). An empty value stays empty. */
export function dummyValue(vr: string, original: Uint8Array, isOfTable: boolean): Uint8Array {
  if (original.length === 0) return original;
  // In a sequence that is replaced as a whole, codes and counts are kept: they preserve its structure and identify nobody.
  if (!isOfTable && UNTOUCHED.has(vr)) return original;
  if (ZEROED.has(vr)) return new Uint8Array(isOfTable ? 2 : original.length);
  const isCounted = ['DS', 'IS'].includes(vr);
  const values = isCounted ? latin1(original).split('\\').length : 1;
  return padded(Array.from({ length: values }, () => FIXED[vr] ?? DUMMY_TEXT).join('\\'), 0x20);
}

/** UIDs, one or several, each mapped. */
export const mappedUids = (original: Uint8Array, mapping: CaseMapping): Uint8Array =>
  padded(latin1(original).split('\\').map(trimmed).map(mapping.uid).join('\\'), 0);

/**
 * Moves dates back; times of day are kept. Null if a value is not a full date (PS3.5 section 6.2, DA and DT), because a
 * partial date cannot be moved.
 */
export function shiftedValue(vr: string, original: Uint8Array, { daysBack }: CaseMapping): Uint8Array | null {
  const values = latin1(original).split('\\').map(trimmed);
  const isTime = vr === 'TM';
  const shifted = values.map((value) => {
    if (value === '' || (isTime && /^\d{2}(:?\d{2}(:?\d{2}(\.\d{1,6})?)?)?$/.test(value))) return value;
    return isTime ? null : movedBack(value, daysBack, vr === 'DT');
  });
  return shifted.includes(null) ? null : padded(shifted.join('\\'), 0x20);
}

/** Accepts `YYYYMMDD`, the older `YYYY.MM.DD` (rewritten), and in a DT also the part after the date. */
function movedBack(value: string, days: number, isDateTime: boolean): string | null {
  const match = /^(\d{4})(\.?)(\d{2})\2(\d{2})(.*)$/.exec(value);
  if (!match) return null;
  const [, year, , month, day, rest] = match as unknown as [string, string, string, string, string, string];
  if (isDateTime ? !/^(\d{2}){0,3}(\.\d{1,6})?([+-]\d{4})?$/.test(rest) : rest !== '') return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (Number(year) < 100 || date.getUTCMonth() !== Number(month) - 1) return null;
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10).replaceAll('-', '') + rest;
}

export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

const trimmed = (value: string): string => value.replace(/^ +|[ \0]+$/g, '');

/** ASCII, of even length (PS3.5 section 6.2). */
export function padded(text: string, filler: number): Uint8Array {
  const bytes = new Uint8Array(text.length + (text.length % 2)).fill(filler);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
