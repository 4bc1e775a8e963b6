import { hasExecutablePreamble } from './content-type.ts';
import { ImagingError } from './refusal.ts';

export const IMPLICIT_LE = '1.2.840.10008.1.2';
export const EXPLICIT_LE = '1.2.840.10008.1.2.1';
export const DEFLATED_LE = '1.2.840.10008.1.2.1.99';
export const EXPLICIT_BE = '1.2.840.10008.1.2.2';

/** The encoding of the data set's elements; compressed pixels require an explicit little endian data set. */
export type Encoding = 'implicit-le' | 'explicit-le' | 'explicit-be';

export interface Layout {
  /** As declared by the file, or as detected if it declares none. */
  transferSyntaxUid: string;
  encoding: Encoding;
  /** The bytes contradict the declared transfer syntax, and the bytes are trusted. */
  isEncodingCorrected: boolean;
  mediaStorageSopClassUid: string | undefined;
  mediaStorageSopInstanceUid: string | undefined;
  /** Where the data set begins, after the meta group. */
  offset: number;
}

const isDicm = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0x44 && bytes[at + 1] === 0x49 && bytes[at + 2] === 0x43 && bytes[at + 3] === 0x4d;

/**
 * Finds the beginning and the encoding of the data set, with or without preamble, prefix, meta group or transfer syntax.
 * @throws ImagingError EXECUTABLE_PREAMBLE, TRUNCATED
 */
export function findLayout(bytes: Uint8Array): Layout {
  const isPart10 = isDicm(bytes, 128);
  if (isPart10 && hasExecutablePreamble(bytes)) {
    throw new ImagingError('EXECUTABLE_PREAMBLE', 'the preamble holds executable code');
  }
  const { offset, ...meta } = readMeta(bytes, isPart10 ? 132 : isDicm(bytes, 0) ? 4 : 0);
  const found = encodingOf(bytes, offset);
  const declared = meta.transferSyntaxUid;
  if (!declared) {
    const transferSyntaxUid = { 'implicit-le': IMPLICIT_LE, 'explicit-le': EXPLICIT_LE, 'explicit-be': EXPLICIT_BE }[
      found
    ];
    return { ...meta, transferSyntaxUid, encoding: found, isEncodingCorrected: false, offset };
  }
  const encoding =
    declared === IMPLICIT_LE ? 'implicit-le' : declared === EXPLICIT_BE ? 'explicit-be' : ('explicit-le' as const);
  // Only the two little endian forms are known to be confused; deflated bytes say nothing before they are inflated.
  const isMixedUp =
    declared !== DEFLATED_LE && encoding !== 'explicit-be' && found !== 'explicit-be' && encoding !== found;
  return {
    ...meta,
    transferSyntaxUid: declared,
    encoding: isMixedUp && bytes.length - offset >= 8 ? found : encoding,
    isEncodingCorrected: isMixedUp,
    offset,
  };
}

/** The meta group is always Explicit VR Little Endian (PS3.10 section 7.1). */
function readMeta(bytes: Uint8Array, start: number) {
  let at = start;
  let transferSyntaxUid: string | undefined;
  let mediaStorageSopClassUid: string | undefined;
  let mediaStorageSopInstanceUid: string | undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  while (at + 8 <= bytes.length && bytes[at] === 0x02 && bytes[at + 1] === 0x00) {
    const element = view.getUint16(at + 2, true);
    const isLong = ['OB', 'UN', 'OW', 'SQ', 'UT'].includes(String.fromCharCode(...bytes.subarray(at + 4, at + 6)));
    if (isLong && at + 12 > bytes.length) break;
    const length = isLong ? view.getUint32(at + 8, true) : view.getUint16(at + 6, true);
    const value = at + (isLong ? 12 : 8);
    if (value + length > bytes.length) throw new ImagingError('TRUNCATED', 'the file ends within its meta information');
    if (element === 0x0002) mediaStorageSopClassUid = uid(bytes.subarray(value, value + length));
    if (element === 0x0003) mediaStorageSopInstanceUid = uid(bytes.subarray(value, value + length));
    if (element === 0x0010) transferSyntaxUid = uid(bytes.subarray(value, value + length));
    at = value + length;
  }
  return { transferSyntaxUid, mediaStorageSopClassUid, mediaStorageSopInstanceUid, offset: at };
}

/** Two letters in the place of the VR mean explicit; the position of the non-zero byte of the group gives the byte order. */
function encodingOf(bytes: Uint8Array, offset: number): Encoding {
  const isLetter = (byte: number | undefined) => byte !== undefined && byte >= 0x41 && byte <= 0x5a;
  if (bytes[offset] === 0 && bytes[offset + 1] !== 0) return 'explicit-be';
  return isLetter(bytes[offset + 4]) && isLetter(bytes[offset + 5]) ? 'explicit-le' : 'implicit-le';
}

function uid(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes.subarray(0, 64)) if (byte !== 0) text += String.fromCharCode(byte);
  return text.trim();
}
