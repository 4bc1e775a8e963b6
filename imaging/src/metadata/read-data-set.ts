import { type ElementAt, ElementReader } from '../deidentify/profile/elements.ts';
import { type ByteSource, bytesSource } from '../files/byte-source.ts';
import { endOfFragments } from '../files/end-of-fragments.ts';
import { inflate } from '../files/inflate.ts';
import { DEFLATED_LE, findLayout, type Layout } from '../files/layout.ts';
import { IMAGING_LIMITS } from '../files/limits.ts';
import { FIRST_READ_BYTES } from '../files/open-head.ts';
import { ImagingError } from '../files/refusal.ts';
import { vrOfTag } from './value-representation.ts';

/** Elements one after another: from `offset` to `end`; null: to a delimiter. */
export interface Run {
  reader: ElementReader;
  offset: number;
  end: number | null;
}

const PIXELS = new Set([0x7fe00008, 0x7fe00009, 0x7fe00010]);
export const isPixels = (tag: number): boolean => PIXELS.has(tag);

/**
 * Reads the elements of a file before its pixels, which stay where they are. `read` is called anew with more bytes while they
 * do not suffice; `source` is what its offsets belong to.
 * @throws ImagingError TRUNCATED, NOT_READABLE, TOO_LARGE
 */
export async function withHead<T>(
  file: ByteSource,
  read: (head: Run, source: ByteSource, layout: Layout) => T,
): Promise<T> {
  let bytes = await file.read(0, FIRST_READ_BYTES);
  for (;;) {
    const isWhole = bytes.length >= file.sizeBytes;
    try {
      const layout = findLayout(bytes);
      if (layout.transferSyntaxUid === DEFLATED_LE) {
        const whole = inflated(await file.read(layout.offset, file.sizeBytes));
        return read(runOf(whole, 0, layout), bytesSource(whole), layout);
      }
      return read(runOf(bytes, layout.offset, layout), file, layout);
    } catch (error) {
      const isMore = error instanceof ImagingError && error.code === 'TRUNCATED' && !isWhole;
      if (!isMore || bytes.length >= IMAGING_LIMITS.headerBytes) throw error;
      bytes = await file.read(0, Math.min(bytes.length * 8, file.sizeBytes, IMAGING_LIMITS.headerBytes));
    }
  }
}

const runOf = (bytes: Uint8Array, offset: number, { encoding }: Layout): Run => ({
  reader: new ElementReader(bytes, encoding),
  offset,
  end: bytes.length,
});

function inflated(deflated: Uint8Array): Uint8Array {
  const { inflatedBytes, inflateRatio, inflatedFreelyBytes } = IMAGING_LIMITS;
  return inflate(deflated, Math.min(inflatedBytes, Math.max(inflatedFreelyBytes, deflated.length * inflateRatio)));
}

/** The elements behind the pixels (signatures, padding, private data); null where there are none that could be read. */
export async function readTail(source: ByteSource, layout: Layout, pixels: ElementAt): Promise<Run | null> {
  const end = pixels.length === null ? await endOfFragments(source, pixels.value) : pixels.value + pixels.length;
  const length = source.sizeBytes - end;
  if (length < 8 || length > IMAGING_LIMITS.headerBytes) return null;
  return runOf(await source.read(end, length), 0, layout);
}

/** Each element is passed on before its end is sought, so that a reader can stop at the pixels. */
export function* elementsOf({ reader, offset, end }: Run, depth: number): Generator<ElementAt> {
  let at = offset;
  while (end === null ? !reader.isItemEnd(at) : at < end) {
    const element = reader.elementAt(at);
    yield element;
    at = reader.endOf(element, depth);
  }
}

/** The items of a sequence. */
export function* itemsOf(reader: ElementReader, { value, length }: ElementAt, depth: number): Generator<Run> {
  let at = value;
  while (length === null || at < value + length) {
    const item = reader.itemAt(at);
    if (!item) return;
    yield { reader, offset: item.content, end: item.end };
    at = item.end ?? reader.endOfItem(item.content, depth);
  }
}

export interface Typed {
  vr: string;
  /** Reads what is inside: UN hides an implicit little endian encoding (PS3.5 section 6.2.2). */
  inside: ElementReader;
}

/** What an element is: as it says, or as the dictionary does where it says nothing; what begins with an item is a sequence. */
export function typeOf(reader: ElementReader, element: ElementAt, isSigned: boolean): Typed {
  const { vr, tag, length } = element;
  if (vr !== null && vr !== 'UN') return { vr, inside: reader };
  const inside = vr === 'UN' ? new ElementReader(reader.bytes, 'implicit-le') : reader;
  const known = vrOfTag(tag, isSigned);
  if (known === 'SQ' || (known === 'UN' && (length === null || isSequence(inside, element))))
    return { vr: 'SQ', inside };
  return { vr: known, inside };
}

/** Whether octets of unknown meaning are items from beginning to end. */
function isSequence(reader: ElementReader, element: ElementAt): boolean {
  if ((element.length ?? 0) < 8 || !reader.beginsWithItem(element)) return false;
  try {
    let end = element.value;
    for (const item of itemsOf(reader, element, 1)) end = item.end ?? reader.endOfItem(item.offset, 1);
    return end === element.value + (element.length ?? 0);
  } catch (error) {
    if (error instanceof ImagingError) return false;
    throw error;
  }
}
