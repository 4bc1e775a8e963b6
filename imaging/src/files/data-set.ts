import dicomParser, { type ByteStream, type DataSet, type Element } from 'dicom-parser';
import { inflate } from './inflate.ts';
import { DEFLATED_LE, findLayout, type Layout } from './layout.ts';
import { IMAGING_LIMITS } from './limits.ts';
import { ImagingError } from './refusal.ts';

/** A parsed data set and the bytes that it refers to (inflated ones for a deflated file). */
export interface OpenDataSet {
  dataSet: DataSet;
  bytes: Uint8Array;
  layout: Layout;
}

/** Exported at run time, but missing in the package's types. */
const { DataSet: DataSetClass } = dicomParser as unknown as {
  DataSet: new (byteOrder: unknown, bytes: Uint8Array, elements: object) => DataSet;
};

/**
 * Parses the data set up to Pixel Data. `bytes` may be only the beginning of a file.
 * @throws ImagingError EXECUTABLE_PREAMBLE, TRUNCATED, NOT_READABLE, NESTING_TOO_DEEP, TOO_LARGE
 */
export function openDataSet(bytes: Uint8Array): OpenDataSet {
  const layout = findLayout(bytes);
  if (layout.transferSyntaxUid !== DEFLATED_LE) return { dataSet: parse(bytes, layout.offset, layout), bytes, layout };
  const deflated = bytes.subarray(layout.offset);
  const { inflatedBytes, inflateRatio, inflatedFreelyBytes } = IMAGING_LIMITS;
  const inflated = inflate(
    deflated,
    Math.min(inflatedBytes, Math.max(inflatedFreelyBytes, deflated.length * inflateRatio)),
  );
  return { dataSet: parse(inflated, 0, layout), bytes: inflated, layout };
}

function parse(bytes: Uint8Array, offset: number, { encoding }: Layout): DataSet {
  const isBigEndian = encoding === 'explicit-be';
  const byteOrder = isBigEndian ? dicomParser.bigEndianByteArrayParser : dicomParser.littleEndianByteArrayParser;
  const dataSet = new DataSetClass(byteOrder, bytes, {});
  if (offset >= bytes.length) throw new ImagingError('TRUNCATED', 'the file ends before its data set');
  const stream = new dicomParser.ByteStream(byteOrder, bytes, offset);
  try {
    readElements(dataSet, stream, encoding === 'implicit-le');
  } catch (error) {
    throw refusalOf(error);
  }
  assertDepth(dataSet, 0);
  return dataSet;
}

/** Group 7FE0: Float Pixel Data, Double Float Pixel Data, Pixel Data. Elements after them are not needed. */
const PIXEL_ELEMENTS: Readonly<Record<number, string>> = { 8: 'x7fe00008', 9: 'x7fe00009', 16: 'x7fe00010' };

function readElements(dataSet: DataSet, stream: ByteStream, isImplicit: boolean): void {
  const { elements, byteArray } = dataSet;
  let isSuspicious = false;
  let count = 0;
  while (stream.position < byteArray.length) {
    const at = stream.position;
    const untilTag = isPixelGroup(byteArray[at], byteArray[at + 1]) ? pixelElementAt(stream) : undefined;
    if (!isImplicit && !isVr(byteArray[at + 4], byteArray[at + 5])) isSuspicious = true;
    const element = isImplicit
      ? dicomParser.readDicomElementImplicit(stream, untilTag)
      : (readLong64(stream) ?? dicomParser.readDicomElementExplicit(stream, dataSet.warnings, untilTag));
    elements[element.tag] = element;
    count += 1;
    if (count > IMAGING_LIMITS.elements)
      throw new ImagingError('NOT_READABLE', 'there are too many elements', { isOverLimit: true });
    if (element.tag === untilTag) return;
  }
  if (stream.position === byteArray.length) return;
  throw isSuspicious
    ? new ImagingError('NOT_READABLE', 'the data set cannot be parsed')
    : new ImagingError('TRUNCATED', 'the file ends within its header');
}

/** In either byte order. */
const isPixelGroup = (first: number | undefined, second: number | undefined): boolean =>
  (first === 0xe0 && second === 0x7f) || (first === 0x7f && second === 0xe0);

function pixelElementAt(stream: ByteStream): string | undefined {
  const at = stream.position;
  const group = stream.readUint16();
  const element = stream.readUint16();
  stream.position = at;
  return group === 0x7fe0 ? PIXEL_ELEMENTS[element] : undefined;
}

const isVr = (first: number | undefined, second: number | undefined): boolean =>
  first !== undefined && second !== undefined && first >= 0x41 && first <= 0x5a && second >= 0x41 && second <= 0x5a;

/** The 64-bit VRs were added in PS3.5 2019a; they have a 32-bit length, and dicom-parser does not know them. */
function readLong64(stream: ByteStream): Element | undefined {
  const { byteArray, position } = stream;
  const first = byteArray[position + 4];
  // OV, SV or UV.
  if (byteArray[position + 5] !== 0x56 || (first !== 0x4f && first !== 0x53 && first !== 0x55)) return undefined;
  const vr = String.fromCharCode(first, 0x56);
  const tag = dicomParser.readTag(stream);
  stream.seek(4);
  const length = stream.readUint32();
  const element: Element = { tag, vr, length, dataOffset: stream.position };
  stream.seek(length);
  return element;
}

/** dicom-parser throws strings; those about the end of its buffer mean a truncated file. */
function refusalOf(error: unknown): ImagingError {
  if (error instanceof ImagingError) return error;
  if (error instanceof RangeError)
    return new ImagingError('NESTING_TOO_DEEP', 'sequences are nested too deeply', { cause: error });
  if (/past end|overrun|max ?P ?osition/i.test(String(error)))
    return new ImagingError('TRUNCATED', 'the file ends within its header', { cause: error });
  return new ImagingError('NOT_READABLE', 'the data set cannot be parsed', { cause: error });
}

function assertDepth(dataSet: DataSet, depth: number): void {
  if (depth > IMAGING_LIMITS.sequenceDepth)
    throw new ImagingError('NESTING_TOO_DEEP', 'sequences are nested too deeply');
  for (const tag in dataSet.elements) {
    const items = dataSet.elements[tag]?.items;
    if (items) for (const item of items) if (item.dataSet) assertDepth(item.dataSet, depth + 1);
  }
}
