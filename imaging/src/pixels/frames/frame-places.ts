import type { ByteSource } from '../../files/byte-source.ts';
import { concatenate } from '../../files/concatenate.ts';
import type { OpenDataSet } from '../../files/data-set.ts';
import { samplesIn } from '../../files/inspect.ts';
import { IMAGING_LIMITS } from '../../files/limits.ts';
import { ImagingError } from '../../files/refusal.ts';
import type { DicomHeader } from '../../headers/header.ts';

/** The stored bytes of one frame. */
export interface FramePixels {
  bytes: Uint8Array;
  /** Where the frame begins in them: uncompressed frames of 1-bit pixels need not begin at a byte. */
  startBit: number;
}

/** Reads the stored bytes of a frame (0-based) and nothing of the others. */
export type ReadFrame = (frame: number) => Promise<FramePixels>;

/**
 * Finds frames in the pixel data of a file: uncompressed ones by their size, compressed ones by the offset tables or from
 * item to item (PS3.5 section A.4). The source holds the bytes that the data set was read from.
 * @throws ImagingError TRUNCATED, PIXEL_DATA_MISMATCH (when a frame is read)
 */
export const frameReader = (source: ByteSource, open: OpenDataSet, header: DicomHeader): ReadFrame =>
  header.pixelData.isEncapsulated ? compressedFrames(source, open, header) : nativeFrames(source, header);

function nativeFrames(source: ByteSource, header: DicomHeader): ReadFrame {
  const bits = header.rows * header.columns * samplesIn(header) * header.bitsAllocated;
  const { offset } = header.pixelData;
  return async (frame) => {
    // Bytes that are packed into words are swapped in pairs, so the range begins with a word.
    const skipped = Math.floor((frame * bits) / 16) * 2;
    const startBit = frame * bits - skipped * 8;
    const length = Math.ceil((startBit + bits) / 8);
    // The byte after an odd end belongs to its word.
    const bytes = await source.read(offset + skipped, length + (length % 2));
    if (bytes.length < length) throw new ImagingError('TRUNCATED', 'the frame is cut off');
    return { bytes, startBit };
  };
}

interface Item {
  /** Of the item's tag, from the begin of the file. */
  at: number;
  /** Of its value. */
  length: number;
}

const ITEM_HEAD = 8;

function compressedFrames(source: ByteSource, open: OpenDataSet, header: DicomHeader): ReadFrame {
  const { frames, pixelData } = header;
  const contentOf = ({ at, length }: Item) => source.read(at + ITEM_HEAD, length);
  const joined = async (items: readonly Item[]): Promise<FramePixels> => {
    if (items.length === 0)
      throw new ImagingError('PIXEL_DATA_MISMATCH', 'the frame cannot be found in the pixel data');
    const parts: Uint8Array[] = [];
    for (const item of items) parts.push(await contentOf(item));
    return { bytes: concatenate(parts), startBit: 0 };
  };

  const offsetTable = once(async () => {
    const table = await itemAt(source, pixelData.offset);
    if (!table) throw new ImagingError('PIXEL_DATA_MISMATCH', 'there are no fragments of pixel data');
    const first = table.at + ITEM_HEAD + table.length;
    const extended = extendedOffsets(open, frames);
    const isBasic = table.length === frames * 4;
    const begins = extended ?? (isBasic ? basicOffsets(await contentOf(table)) : null);
    // Some writers fill the table with zeros.
    const isRising = begins?.every((begin, frame) => (frame === 0 ? begin === 0 : begin > (begins[frame - 1] ?? 0)));
    return { begins: isRising ? begins : null, first };
  });

  const walk = once(async () => {
    const { begins, first } = await offsetTable();
    const fragments = await itemsBetween(source, first, Number.POSITIVE_INFINITY);
    if (fragments.length === 0) throw new ImagingError('PIXEL_DATA_MISMATCH', 'there are no fragments of pixel data');
    const isNeeded = frames > 1 && fragments.length !== frames;
    if (!isNeeded || begins) return { fragments, begins: (begins ?? []).map((begin) => first + begin) };
    return { fragments, begins: await beginsByMarker(source, fragments) };
  });

  return async (frame) => {
    if (frames > 1) {
      const { begins, first } = await offsetTable();
      const [begin, end] = [begins?.[frame], begins?.[frame + 1]];
      if (begin !== undefined && end !== undefined) {
        const items = await itemsBetween(source, first + begin, first + end);
        const last = items.at(-1);
        if (last && last.at + ITEM_HEAD + last.length === first + end) return joined(items);
      }
    }
    const { fragments, begins } = await walk();
    if (frames === 1) return joined(fragments);
    if (fragments.length === frames) return joined(fragments.slice(frame, frame + 1));
    const begin = begins[frame] ?? Number.POSITIVE_INFINITY;
    const end = begins[frame + 1] ?? Number.POSITIVE_INFINITY;
    return joined(fragments.filter(({ at }) => at >= begin && at < end));
  };
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => {
    kept ??= read();
    return kept;
  };
}

/** Where the pixel data of a file end. */
export async function endOfPixels(source: ByteSource, { pixelData }: DicomHeader): Promise<number> {
  const { offset, length, isEncapsulated } = pixelData;
  if (!isEncapsulated) return offset + length;
  const last = (await itemsBetween(source, offset, Number.POSITIVE_INFINITY)).at(-1);
  // Behind the last item is the delimiter of the sequence.
  return (last ? last.at + ITEM_HEAD + last.length : offset) + ITEM_HEAD;
}

/** The item at a place; undefined where there is another element or the end. A value may be cut off by the end. */
async function itemAt(source: ByteSource, at: number): Promise<Item | undefined> {
  const head = await source.read(at, ITEM_HEAD);
  if (head.length < ITEM_HEAD) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, ITEM_HEAD);
  if (view.getUint16(0, true) !== 0xfffe || view.getUint16(2, true) !== 0xe000) return undefined;
  return { at, length: view.getUint32(4, true) };
}

async function itemsBetween(source: ByteSource, begin: number, end: number): Promise<Item[]> {
  const items: Item[] = [];
  let at = begin;
  while (at < end && items.length <= IMAGING_LIMITS.fragments) {
    const item = await itemAt(source, at);
    if (!item) break;
    items.push(item);
    at += ITEM_HEAD + item.length;
  }
  return items;
}

/** Basic Offset Table: from the first fragment's item to the first item of each frame. */
function basicOffsets(table: Uint8Array): number[] {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  return Array.from({ length: table.length >> 2 }, (_, index) => view.getUint32(index * 4, true));
}

/** Extended Offset Table (PS3.3 C.7.6.3.1.8): the same in 64 bits, for pixel data beyond 4 GB. */
function extendedOffsets({ dataSet, bytes }: OpenDataSet, frames: number): number[] | null {
  const element = dataSet.elements.x7fe00001;
  if (!element || element.length !== frames * 8) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + element.dataOffset, element.length);
  return Array.from({ length: frames }, (_, index) => Number(view.getBigUint64(index * 8, true)));
}

/** Without an offset table a frame begins where a fragment begins with an SOI or SOC marker. */
async function beginsByMarker(source: ByteSource, fragments: readonly Item[]): Promise<number[]> {
  const begins: number[] = [];
  for (const { at } of fragments) {
    const [first, second] = await source.read(at + ITEM_HEAD, 2);
    if (first === 0xff && (second === 0xd8 || second === 0x4f)) begins.push(at);
  }
  return begins;
}
