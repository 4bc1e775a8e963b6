import type { ByteSource } from '../files/byte-source.ts';
import { concatenate } from '../files/concatenate.ts';
import { openDataSet } from '../files/data-set.ts';
import { findLayout } from '../files/layout.ts';
import { IMAGING_LIMITS } from '../files/limits.ts';
import { ImagingError } from '../files/refusal.ts';
import { studyOf } from '../reporting/document.ts';
import { assertDepth, type ElementAt, ElementReader, writeElement, writeItem } from './profile/elements.ts';
import { metaGroup } from './statements.ts';
import { latin1, padded } from './values.ts';

/** What a study states about its patient and itself; texts are decoded. */
export interface StudyIdentity {
  studyInstanceUid: string;
  elements: { tag: number; vr: string; value: string }[];
}

/** What is read from an original before its identifying attributes are removed. */
export interface OriginalInstance extends StudyIdentity {
  seriesInstanceUid: string;
  sopClassUid: string;
  sopInstanceUid: string;
  /** Empty where the images have no place in the patient. */
  frameOfReferenceUid: string;
  /** As the file states; undefined if it does not (0028,0301). */
  hasBurnedInAnnotation: boolean | undefined;
}

const FIRST_READ_BYTES = 256 * 1024;
/** Patient Identity Removed and its method (PS3.3 C.7.1.1), and the modified dates: no longer true after restoring. */
const STATEMENTS = new Set([0x00120062, 0x00120063, 0x00120064, 0x00280303]);

/** @throws ImagingError if the file cannot be read up to its pixel data, or names no study */
export async function readOriginal(source: ByteSource): Promise<OriginalInstance> {
  for (let length = FIRST_READ_BYTES; ; length *= 8) {
    const bytes = await source.read(0, Math.min(length, source.sizeBytes, IMAGING_LIMITS.headerBytes));
    try {
      return originalIn(bytes);
    } catch (error) {
      const isMore = error instanceof ImagingError && error.code === 'TRUNCATED' && bytes.length < source.sizeBytes;
      if (!isMore || bytes.length >= IMAGING_LIMITS.headerBytes) throw error;
    }
  }
}

function originalIn(bytes: Uint8Array): OriginalInstance {
  const { dataSet } = openDataSet(bytes);
  const uid = (key: string) => (dataSet.string(key) ?? '').replace(/[\0 ]+$/, '');
  const studyInstanceUid = uid('x0020000d');
  const sopInstanceUid = uid('x00080018');
  if (!studyInstanceUid || !sopInstanceUid) throw new ImagingError('NOT_READABLE', 'the file names no study');
  const annotation = dataSet.string('x00280301')?.trim();
  return {
    studyInstanceUid,
    sopInstanceUid,
    seriesInstanceUid: uid('x0020000e'),
    sopClassUid: uid('x00080016'),
    frameOfReferenceUid: uid('x00200052'),
    hasBurnedInAnnotation: annotation === undefined ? undefined : annotation === 'YES',
    elements: studyOf(bytes, '+0000').elements.map(({ tag, vr, value }) => ({ tag, vr, value: String(value) })),
  };
}

/**
 * Restores the identity of the originals in a result that was made from de-identified images: patient, study, accession
 * number, and the UIDs of what it refers to, in sequences too. Its texts are UTF-8 (PS3.3 C.12.1.1.2).
 * @param originalUid returns the original of a UID, and any other UID unchanged
 * @throws ImagingError if the result cannot be parsed
 */
export function restoreIdentity(
  result: Uint8Array,
  { elements }: StudyIdentity,
  originalUid: (uid: string) => string,
): Uint8Array {
  const layout = findLayout(result);
  const reader = new ElementReader(result, layout.encoding);
  const replaced = new Set(elements.map(({ tag }) => tag));
  const written = elements.map(({ tag, vr, value }) => ({
    tag,
    bytes: writeElement(tag, vr, textBytes(value, vr), layout.encoding),
  }));
  for (let at = layout.offset; at < result.length; ) {
    const element = reader.elementAt(at);
    at = reader.endOf(element, 0);
    if (replaced.has(element.tag) || STATEMENTS.has(element.tag)) continue;
    written.push({ tag: element.tag, bytes: withOriginalUids(reader, element, originalUid, 0) });
  }
  const meta = metaGroup({
    sopClassUid: layout.mediaStorageSopClassUid ?? null,
    sopInstanceUid: layout.mediaStorageSopInstanceUid ?? null,
    transferSyntaxUid: layout.transferSyntaxUid,
  });
  return concatenate([meta, ...written.sort((a, b) => a.tag - b.tag).map(({ bytes }) => bytes)]);
}

function withOriginalUids(
  reader: ElementReader,
  element: ElementAt,
  originalUid: (uid: string) => string,
  depth: number,
): Uint8Array {
  const { tag, vr } = element;
  if (vr === 'UI') {
    const uids = latin1(reader.valueOf(element))
      .split('\\')
      .map((uid) => originalUid(uid.replace(/[\0 ]+$/, '')));
    return writeElement(tag, 'UI', padded(uids.join('\\'), 0), reader.encoding);
  }
  if (vr !== 'SQ') return reader.bytes.subarray(element.begin, reader.endOf(element, depth));
  assertDepth(depth + 1);
  const end = element.length === null ? null : reader.endOf(element, depth);
  const items: Uint8Array[] = [];
  for (let at = element.value; end === null || at < end; ) {
    const item = reader.itemAt(at);
    if (!item) break;
    const parts: Uint8Array[] = [];
    at = item.content;
    while (item.end === null ? !reader.isItemEnd(at) : at < item.end) {
      const nested = reader.elementAt(at);
      at = reader.endOf(nested, depth + 1);
      parts.push(withOriginalUids(reader, nested, originalUid, depth + 1));
    }
    if (item.end === null) at += 8;
    items.push(writeItem(concatenate(parts), reader.encoding));
  }
  return writeElement(tag, 'SQ', concatenate(items), reader.encoding);
}

/** UTF-8 of even length (PS3.5 section 6.2). */
function textBytes(value: string, vr: string): Uint8Array {
  const bytes = new TextEncoder().encode(value);
  if (bytes.length % 2 === 0) return bytes;
  return concatenate([bytes, new Uint8Array([vr === 'UI' ? 0 : 0x20])]);
}
