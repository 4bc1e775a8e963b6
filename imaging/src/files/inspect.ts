import { isTransferSyntaxSupported } from '../codecs/transfer-syntaxes.ts';
import type { DicomHeader } from '../headers/header.ts';
import { type PatientIdentity, readPatientIdentity, readReferringPhysician } from '../headers/patient-identity.ts';
import { readHeader, readObjectHeader } from '../headers/read-header.ts';
import { readPresentationState } from '../presentation/read-presentation-state.ts';
import { textDecoderFor } from '../text/charset.ts';
import { type ByteSource, inPieces } from './byte-source.ts';
import { detectContent } from './content-type.ts';
import type { OpenDataSet } from './data-set.ts';
import { DEFLATED_LE } from './layout.ts';
import { IMAGING_LIMITS } from './limits.ts';
import { FIRST_READ_BYTES, openHead } from './open-head.ts';
import { inspectPicture } from './picture.ts';
import { ImagingError, type RefusalCode } from './refusal.ts';
import { isPresentationState } from './sop-classes.ts';

export interface Warning {
  code: 'CHARSET_UNKNOWN' | 'UIDS_MISSING' | 'NO_META' | 'ENCODING_CORRECTED';
  message: string;
}

export type Inspection =
  | {
      status: 'accepted';
      /** A presentation state has no pixels: it says how images of its study are to be shown. */
      kind: 'dicom' | 'presentation';
      header: DicomHeader;
      identity: PatientIdentity;
      /** As the header writes it; null where it names nobody. */
      referringPhysician: string | null;
      warnings: Warning[];
    }
  | { status: 'accepted'; kind: 'jpeg' | 'png'; columns: number; rows: number; warnings: Warning[] }
  /** `isOverLimit`: a limit stopped the work; the file was most likely made to cause it. */
  | { status: 'refused'; code: RefusalCode; reason: string; isOverLimit?: boolean };

/** Items are usually far apart, or thousands lie side by side. */
const PIECE_BYTES = 4096;

/**
 * Accepts or refuses a file by its content. Never throws on bad input. Reads the header and skips over the fragments of
 * compressed pixel data; a deflated file has to be read completely.
 */
export async function inspectFile(
  source: ByteSource,
  { maxBytes = IMAGING_LIMITS.fileBytes }: { maxBytes?: number | undefined } = {},
): Promise<Inspection> {
  try {
    return await inspect(source, maxBytes);
  } catch (error) {
    if (error instanceof ImagingError) {
      const { code, message: reason, isOverLimit } = error;
      return { status: 'refused', code, reason, ...(isOverLimit ? { isOverLimit } : {}) };
    }
    return { status: 'refused', code: 'NOT_READABLE', reason: 'the file cannot be read' };
  }
}

async function inspect(source: ByteSource, maxBytes: number): Promise<Inspection> {
  if (source.sizeBytes === 0) throw new ImagingError('EMPTY', 'the file is empty');
  if (source.sizeBytes > maxBytes) throw new ImagingError('TOO_LARGE', 'the file is larger than is taken');
  const head = await source.read(0, FIRST_READ_BYTES);
  const content = detectContent(head);
  if (content === 'jpeg' || content === 'png') {
    const size = await inspectPicture(source, content);
    assertPixels(size.rows, size.columns, 1);
    return { status: 'accepted', kind: content, ...size, warnings: [] };
  }
  if (content === 'other') throw new ImagingError('TYPE_NOT_SUPPORTED', 'the content is not DICOM, JPEG or PNG');

  const open = await openDicom(source, head, content === 'maybe-dicom');
  const isState = isPresentationState(open.dataSet.string('x00080016') ?? '');
  const header = isState ? readObjectHeader(open) : readHeader(open);
  if (!isTransferSyntaxSupported(header.transferSyntaxUid)) {
    throw new ImagingError(
      'TRANSFER_SYNTAX_NOT_SUPPORTED',
      `the transfer syntax ${header.transferSyntaxUid} is not supported`,
    );
  }
  if (isState) readPresentationState(open);
  else {
    assertPixels(header.rows, header.columns, header.frames);
    const isInflated = header.transferSyntaxUid === DEFLATED_LE;
    await assertPixelData(header, isInflated ? open.bytes.length : source.sizeBytes, isInflated ? undefined : source);
  }
  const identity = readPatientIdentity(open);
  const referringPhysician = readReferringPhysician(open);
  const warnings = warningsOf(open, header, content);
  return {
    status: 'accepted',
    kind: isState ? 'presentation' : 'dicom',
    header,
    identity,
    referringPhysician,
    warnings,
  };
}

/** @throws ImagingError TYPE_NOT_SUPPORTED where bytes only looked like a data set, else as `openHead` */
async function openDicom(source: ByteSource, first: Uint8Array, isUncertain: boolean): Promise<OpenDataSet> {
  try {
    return await openHead(source, first);
  } catch (error) {
    if (isUncertain && error instanceof ImagingError && error.code !== 'NO_PIXEL_DATA')
      throw new ImagingError('TYPE_NOT_SUPPORTED', 'the content is not DICOM, JPEG or PNG', { cause: error });
    throw error;
  }
}

function assertPixels(rows: number, columns: number, frames: number): void {
  if (rows * columns > IMAGING_LIMITS.framePixels) throw new ImagingError('TOO_MANY_PIXELS', 'the image is too large');
  if (frames > IMAGING_LIMITS.frames) throw new ImagingError('TOO_MANY_FRAMES', 'there are too many frames');
}

/** Uncompressed pixel data must be as long as the header requires; of compressed data, all fragments must be present. */
async function assertPixelData(header: DicomHeader, sizeBytes: number, source: ByteSource | undefined): Promise<void> {
  const { offset, length, isEncapsulated } = header.pixelData;
  if (isEncapsulated) {
    if (source) await assertFragments(inPieces(source, PIECE_BYTES), offset);
    return;
  }
  if (offset + length > sizeBytes) throw new ImagingError('TRUNCATED', 'the pixel data are cut off');
  const needed = Math.ceil(
    (header.rows * header.columns * header.frames * samplesIn(header) * header.bitsAllocated) / 8,
  );
  if (length < needed) throw new ImagingError('PIXEL_DATA_MISMATCH', 'there are fewer pixels than the header says');
}

/** YBR_FULL_422 stores two samples for each pixel on average (PS3.3 C.7.6.3.1.2). */
export const samplesIn = (header: Pick<DicomHeader, 'samplesPerPixel' | 'photometricInterpretation'>): number =>
  header.photometricInterpretation === 'YBR_FULL_422' && header.samplesPerPixel === 3 ? 2 : header.samplesPerPixel;

/** Skips from item header to item header (PS3.5 section A.4), mostly without reading the fragments. */
async function assertFragments(source: ByteSource, offset: number): Promise<void> {
  let at = offset;
  let fragments = 0;
  while (at + 8 <= source.sizeBytes) {
    const item = await source.read(at, 8);
    const view = new DataView(item.buffer, item.byteOffset, 8);
    const element = view.getUint16(2, true);
    if (view.getUint16(0, true) !== 0xfffe)
      throw new ImagingError('NOT_READABLE', 'the pixel data are not made of items');
    if (element === 0xe0dd) {
      if (fragments < 2) throw new ImagingError('PIXEL_DATA_MISMATCH', 'there are no fragments of pixel data');
      return;
    }
    if (element !== 0xe000) throw new ImagingError('NOT_READABLE', 'the pixel data are not made of items');
    fragments += 1;
    if (fragments > IMAGING_LIMITS.fragments)
      throw new ImagingError('NOT_READABLE', 'the pixel data are in too many fragments', { isOverLimit: true });
    at += 8 + view.getUint32(4, true);
  }
  // Only a delimiter missing at the very end is harmless.
  if (at !== source.sizeBytes || fragments < 2) throw new ImagingError('TRUNCATED', 'the pixel data are cut off');
}

function warningsOf(open: OpenDataSet, header: DicomHeader, content: string): Warning[] {
  const warnings: Warning[] = [];
  if (!textDecoderFor(open.dataSet.string('x00080005'))) {
    warnings.push({
      code: 'CHARSET_UNKNOWN',
      message: 'the character set is not one of the standard; texts are read as Latin-1',
    });
  }
  if (!header.sopInstanceUid || !header.seriesInstanceUid || !header.studyInstanceUid) {
    warnings.push({ code: 'UIDS_MISSING', message: 'identifiers of study, series or instance are missing' });
  }
  if (content === 'maybe-dicom')
    warnings.push({ code: 'NO_META', message: 'the file has no preamble or meta information' });
  if (open.layout.isEncodingCorrected) {
    warnings.push({
      code: 'ENCODING_CORRECTED',
      message: 'the elements are not written as the transfer syntax says; they are read as they are',
    });
  }
  return warnings;
}
