import { deflateSync } from 'fflate';
import type { ByteSource } from '../files/byte-source.ts';
import { concatenate } from '../files/concatenate.ts';
import { DIRECTORY_SOP_CLASS } from '../files/dicomdir.ts';
import { endOfFragments } from '../files/end-of-fragments.ts';
import { inflate } from '../files/inflate.ts';
import { DEFLATED_LE, EXPLICIT_BE, EXPLICIT_LE, findLayout, IMPLICIT_LE, type Layout } from '../files/layout.ts';
import { IMAGING_LIMITS } from '../files/limits.ts';
import { ImagingError } from '../files/refusal.ts';
import type { CaseMapping } from './case-mapping.ts';
import { ElementReader } from './profile/elements.ts';
import { rewriteElement } from './rewrite.ts';
import { metaGroup, statements, type WrittenElement } from './statements.ts';
import { latin1 } from './values.ts';

export interface Deidentification {
  mapping: CaseMapping;
  /** Somebody inspected the pixels, and text in them is blacked out: option Clean Pixel Data. */
  isPixelDataClean: boolean;
}

/** A file as it may be sent: a new head, followed by the unchanged pixel data of the original. */
export interface DeidentifiedFile {
  head: Uint8Array;
  /** Null if `head` is the whole file. */
  rest: { offset: number; length: number } | null;
}

const FIRST_READ_BYTES = 256 * 1024;
const PIXEL_DATA = new Set([0x7fe00008, 0x7fe00009, 0x7fe00010]);
const SOP_CLASS_UID = 0x00080016;
const SOP_INSTANCE_UID = 0x00080018;

/**
 * Removes identifying attributes from a DICOM file: Basic Application Level Confidentiality Profile (PS3.15 annex E) with the
 * options Retain Patient Characteristics and Retain Longitudinal Temporal Information with Modified Dates, and Clean Pixel
 * Data if that was done before. Reads the header and, of compressed images, the lengths of the fragments. The preamble and
 * what follows the pixel data (signatures, padding) are left out; the transfer syntax stays.
 * @throws ImagingError if the file cannot be read up to its pixel data, and so cannot be de-identified
 */
export async function deidentify(source: ByteSource, chosen: Deidentification): Promise<DeidentifiedFile> {
  let bytes = await source.read(0, FIRST_READ_BYTES);
  for (;;) {
    if (bytes.length === 0) throw new ImagingError('EMPTY', 'the file is empty');
    const isWhole = bytes.length >= source.sizeBytes;
    try {
      const layout = findLayout(bytes);
      if (layout.transferSyntaxUid === DEFLATED_LE) return await rewriteDeflated(source, layout, chosen);
      const { head, pixelData } = rewriteHead(bytes, layout.offset, layout, chosen);
      if (!pixelData && !isWhole) throw new ImagingError('TRUNCATED', 'more is to be read');
      return { head, rest: pixelData && (await restOf(source, pixelData)) };
    } catch (error) {
      const isMore = error instanceof ImagingError && error.code === 'TRUNCATED' && !isWhole;
      if (!isMore || bytes.length >= IMAGING_LIMITS.headerBytes) throw error;
      bytes = await source.read(0, Math.min(bytes.length * 8, source.sizeBytes, IMAGING_LIMITS.headerBytes));
    }
  }
}

/** A deflated data set cannot be reused in parts: it is inflated, rewritten and deflated again (PS3.5 section A.5). */
async function rewriteDeflated(
  source: ByteSource,
  layout: Layout,
  chosen: Deidentification,
): Promise<DeidentifiedFile> {
  const whole = await source.read(0, source.sizeBytes);
  const inflated = inflate(whole.subarray(layout.offset), IMAGING_LIMITS.inflatedBytes);
  const { meta, dataSet, pixelData } = rewrite(inflated, 0, layout, chosen);
  const pixels = pixelData ? inflated.subarray(pixelData.begin, pixelData.end ?? inflated.length) : new Uint8Array();
  return { head: concatenate([meta, deflateSync(concatenate([dataSet, pixels]))]), rest: null };
}

function rewriteHead(bytes: Uint8Array, offset: number, layout: Layout, chosen: Deidentification) {
  const { meta, dataSet, pixelData } = rewrite(bytes, offset, layout, chosen);
  return { head: concatenate([meta, dataSet]), pixelData };
}

interface PixelData {
  begin: number;
  value: number;
  /** Null if a delimiter ends it. */
  end: number | null;
}

function rewrite(bytes: Uint8Array, offset: number, layout: Layout, { mapping, isPixelDataClean }: Deidentification) {
  const { encoding } = layout;
  if (offset >= bytes.length) throw new ImagingError('TRUNCATED', 'the file ends before its data set');
  const reader = new ElementReader(bytes, encoding);
  const identity = identityOf(reader, offset);
  const sopClassUid = identity.sopClassUid ?? layout.mediaStorageSopClassUid ?? null;
  // The records of a directory describe files that are changed here, so a directory is created anew, not cleaned (PS3.15
  // E.1.1).
  if (sopClassUid === DIRECTORY_SOP_CLASS)
    throw new ImagingError('NO_PIXEL_DATA', 'the file is the directory of a disc (DICOMDIR)');
  const sopInstanceUid = identity.sopInstanceUid ?? layout.mediaStorageSopInstanceUid ?? null;
  const written: WrittenElement[] = [];
  const said = statements(isPixelDataClean, encoding);
  const saidTags = new Set(said.map(({ tag }) => tag));
  let pixelData: PixelData | null = null;
  let at = offset;
  while (at < bytes.length) {
    const element = reader.elementAt(at);
    if (PIXEL_DATA.has(element.tag)) {
      const { begin, value, length } = element;
      pixelData = { begin, value, end: length === null ? null : value + length };
      break;
    }
    at = reader.endOf(element, 0);
    if (saidTags.has(element.tag)) continue;
    const rewritten = rewriteElement(reader, element, { mapping, sopClassUid, depth: 0, isReplaced: false });
    if (rewritten) written.push({ tag: element.tag, bytes: rewritten });
  }
  // In ascending order of tags (PS3.5 section 7.1).
  const elements = [...written, ...said].sort((a, b) => a.tag - b.tag);
  return {
    meta: metaGroup({
      sopClassUid,
      sopInstanceUid: sopInstanceUid === null ? null : mapping.uid(sopInstanceUid),
      transferSyntaxUid: transferSyntaxOf(layout),
    }),
    dataSet: concatenate(elements.map((element) => element.bytes)),
    pixelData,
  };
}

/** The two UIDs that the meta group repeats; they are near the beginning of the data set (group 0008). */
function identityOf(reader: ElementReader, offset: number) {
  const found: Record<number, string> = {};
  let at = offset;
  while (at < reader.bytes.length && reader.tagAt(at) <= SOP_INSTANCE_UID) {
    const element = reader.elementAt(at);
    at = reader.endOf(element, 0);
    const isWanted = element.tag === SOP_CLASS_UID || element.tag === SOP_INSTANCE_UID;
    if (isWanted) found[element.tag] = latin1(reader.valueOf(element)).replace(/[ \0]+$/, '');
  }
  return { sopClassUid: found[SOP_CLASS_UID] || null, sopInstanceUid: found[SOP_INSTANCE_UID] || null };
}

/** The actual transfer syntax, if the file declares the other one of the two little endian forms. */
function transferSyntaxOf({ transferSyntaxUid, encoding, isEncodingCorrected }: Layout): string {
  if (!isEncodingCorrected || ![IMPLICIT_LE, EXPLICIT_LE, EXPLICIT_BE].includes(transferSyntaxUid))
    return transferSyntaxUid;
  return encoding === 'implicit-le' ? IMPLICIT_LE : EXPLICIT_LE;
}

async function restOf(source: ByteSource, { begin, value, end }: PixelData): Promise<DeidentifiedFile['rest']> {
  const last = Math.min(source.sizeBytes, end ?? (await endOfFragments(source, value)));
  return { offset: begin, length: last - begin };
}
