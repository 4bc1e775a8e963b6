import dicomParser, { type DataSet } from 'dicom-parser';
import { Inflate } from 'fflate';
import { hasExecutablePreamble } from './content-type.ts';
import { IMAGING_LIMITS } from './limits.ts';
import { ImagingError } from './refusal.ts';

export const IMPLICIT_LE = '1.2.840.10008.1.2';
export const EXPLICIT_LE = '1.2.840.10008.1.2.1';
const DEFLATED_LE = '1.2.840.10008.1.2.1.99';
const EXPLICIT_BE = '1.2.840.10008.1.2.2';

/** A parsed data set over the bytes it refers to (inflated ones for a deflated file). */
export interface OpenDataSet {
  dataSet: DataSet;
  bytes: Uint8Array;
  /** As the file declares it, or as found out where it declares none. */
  transferSyntaxUid: string;
  isBigEndian: boolean;
}

interface Layout {
  transferSyntaxUid: string;
  /** Where the data set begins, after the meta group. */
  offset: number;
}

const PIXEL_DATA = 'x7fe00010';

/** Exported at run time, missing in the package's types. */
const { DataSet: DataSetClass } = dicomParser as unknown as {
  DataSet: new (byteOrder: unknown, bytes: Uint8Array, elements: object) => DataSet;
};

/**
 * Parses the data set up to Pixel Data. `bytes` may be only the beginning of a file of `sizeBytes`.
 * @throws ImagingError NOT_READABLE and its kin; RangeError of a recursion becomes NESTING_TOO_DEEP
 */
export function openDataSet(bytes: Uint8Array): OpenDataSet {
  const layout = findLayout(bytes);
  const isDeflated = layout.transferSyntaxUid === DEFLATED_LE;
  const content = isDeflated ? inflate(bytes.subarray(layout.offset)) : bytes;
  const offset = isDeflated ? 0 : layout.offset;
  const isBigEndian = layout.transferSyntaxUid === EXPLICIT_BE;
  const dataSet = parse(content, offset, layout.transferSyntaxUid);
  return { dataSet, bytes: content, transferSyntaxUid: layout.transferSyntaxUid, isBigEndian };
}

function parse(bytes: Uint8Array, offset: number, transferSyntaxUid: string): DataSet {
  const byteOrder =
    transferSyntaxUid === EXPLICIT_BE ? dicomParser.bigEndianByteArrayParser : dicomParser.littleEndianByteArrayParser;
  const stream = new dicomParser.ByteStream(byteOrder, bytes, offset);
  const dataSet = new DataSetClass(byteOrder, bytes, {});
  const options = { untilTag: PIXEL_DATA };
  try {
    if (transferSyntaxUid === IMPLICIT_LE)
      dicomParser.parseDicomDataSetImplicit(dataSet, stream, bytes.length, options);
    else dicomParser.parseDicomDataSetExplicit(dataSet, stream, bytes.length, options);
  } catch (error) {
    if (error instanceof RangeError)
      throw new ImagingError('NESTING_TOO_DEEP', 'sequences are nested too deeply', { cause: error });
    throw new ImagingError('NOT_READABLE', 'the data set cannot be parsed', { cause: error });
  }
  assertDepth(dataSet, 0);
  return dataSet;
}

function assertDepth(dataSet: DataSet, depth: number): void {
  if (depth > IMAGING_LIMITS.sequenceDepth)
    throw new ImagingError('NESTING_TOO_DEEP', 'sequences are nested too deeply');
  for (const element of Object.values(dataSet.elements)) {
    for (const item of element.items ?? []) if (item.dataSet) assertDepth(item.dataSet, depth + 1);
  }
}

/** Finds where the data set begins and how it is written: with or without preamble, meta group or transfer syntax. */
function findLayout(bytes: Uint8Array): Layout {
  const isPart10 = bytes[128] === 0x44 && bytes[129] === 0x49 && bytes[130] === 0x43 && bytes[131] === 0x4d;
  if (isPart10 && hasExecutablePreamble(bytes)) {
    throw new ImagingError('EXECUTABLE_PREAMBLE', 'the preamble holds executable code');
  }
  const start = isPart10 ? 132 : 0;
  const meta = readMeta(bytes, start);
  if (meta.transferSyntaxUid) return { transferSyntaxUid: meta.transferSyntaxUid, offset: meta.offset };
  return { transferSyntaxUid: guessSyntax(bytes, meta.offset), offset: meta.offset };
}

/** The meta group is always Explicit VR Little Endian (PS3.10 section 7.1). */
function readMeta(bytes: Uint8Array, start: number): { transferSyntaxUid: string | undefined; offset: number } {
  let at = start;
  let transferSyntaxUid: string | undefined;
  while (at + 8 <= bytes.length && bytes[at] === 0x02 && bytes[at + 1] === 0x00) {
    const element = bytes[at + 2]! | (bytes[at + 3]! << 8);
    const vr = String.fromCharCode(bytes[at + 4]!, bytes[at + 5]!);
    const isLong = ['OB', 'UN', 'OW', 'SQ', 'UT'].includes(vr);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    if (isLong && at + 12 > bytes.length) break;
    const length = isLong ? view.getUint32(at + 8, true) : view.getUint16(at + 6, true);
    const value = at + (isLong ? 12 : 8);
    if (value + length > bytes.length) throw new ImagingError('TRUNCATED', 'the file ends within its meta information');
    if (element === 0x0010) transferSyntaxUid = ascii(bytes.subarray(value, value + length));
    at = value + length;
  }
  return { transferSyntaxUid, offset: at };
}

/** Two letters where the VR stands say explicit; the place of the small byte of the group says the byte order. */
function guessSyntax(bytes: Uint8Array, offset: number): string {
  const isVr = (byte: number | undefined) => byte !== undefined && byte >= 0x41 && byte <= 0x5a;
  const isExplicit = isVr(bytes[offset + 4]) && isVr(bytes[offset + 5]);
  if (bytes[offset] === 0 && bytes[offset + 1] !== 0) return EXPLICIT_BE;
  return isExplicit ? EXPLICIT_LE : IMPLICIT_LE;
}

function inflate(deflated: Uint8Array): Uint8Array {
  const chunks: Uint8Array[] = [];
  let total = 0;
  const stream = new Inflate((chunk) => {
    total += chunk.length;
    if (total > IMAGING_LIMITS.inflatedBytes)
      throw new ImagingError('TOO_LARGE', 'the deflated data set grows too large');
    chunks.push(chunk);
  });
  try {
    const STEP = 1024 * 1024;
    for (let at = 0; at < deflated.length; at += STEP) {
      stream.push(deflated.subarray(at, at + STEP), at + STEP >= deflated.length);
    }
  } catch (error) {
    if (error instanceof ImagingError) throw error;
    throw new ImagingError('NOT_READABLE', 'the deflated data set is damaged', { cause: error });
  }
  const bytes = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

const ascii = (bytes: Uint8Array) => String.fromCharCode(...bytes).replace(/[\0 ]+$/, '');
