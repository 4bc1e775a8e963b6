import type { ElementAt } from '../deidentify/profile/elements.ts';
import type { ByteSource } from '../files/byte-source.ts';
import { concatenate } from '../files/concatenate.ts';
import { IMAGING_LIMITS } from '../files/limits.ts';
import { ImagingError } from '../files/refusal.ts';
import { littleEndian } from './json-values.ts';
import { elementsOf, isPixels, itemsOf, type Run, readTail, typeOf, withHead } from './read-data-set.ts';

const FLOAT_PIXEL_DATA = 0x7fe00008;
const PIXEL_DATA = 0x7fe00010;

/**
 * The octets of one value of a data set, little endian, by the place that `dataSetJson` names: a tag, or tag, item from 1, and
 * so on. Of fragments, their contents. Undefined where there is no such value, and for Pixel Data, which are given as frames.
 * @throws ImagingError TRUNCATED, NOT_READABLE, TOO_LARGE
 */
export async function bulkValue(file: ByteSource, place: string): Promise<Uint8Array | undefined> {
  const steps = place.split('.').map((part, at) => Number.parseInt(part, at % 2 === 0 ? 16 : 10));
  const [first] = steps;
  if (first === undefined || first === PIXEL_DATA) return undefined;
  if (isPixels(first)) return floatPixels(file, first);
  const found = await withHead(file, (head, source, layout) => {
    const inHead = valueAt(head, steps, 0);
    return inHead ?? { source, layout, pixels: pixelsOf(head) };
  });
  if (found instanceof Uint8Array) return found;
  const behind = found.pixels && (await readTail(found.source, found.layout, found.pixels));
  return behind ? valueAt(behind, steps, 0) : undefined;
}

/** Floating-point pixels are never compressed (PS3.5 section 8.2). */
async function floatPixels(file: ByteSource, tag: number): Promise<Uint8Array | undefined> {
  const { source, layout, pixels } = await withHead(file, (head, from, of) => ({
    ...{ source: from, layout: of },
    pixels: pixelsOf(head),
  }));
  if (pixels?.tag !== tag || pixels.length === null) return undefined;
  if (pixels.length > IMAGING_LIMITS.fileBytes) throw new ImagingError('TOO_LARGE', 'the pixels are too large');
  const bytes = await source.read(pixels.value, pixels.length);
  return littleEndian(bytes, tag === FLOAT_PIXEL_DATA ? 'OF' : 'OD', layout.encoding === 'explicit-be');
}

function pixelsOf(head: Run): ElementAt | null {
  for (const element of elementsOf(head, 0)) if (isPixels(element.tag)) return element;
  return null;
}

function valueAt(run: Run, [tag, item, ...rest]: readonly number[], depth: number): Uint8Array | undefined {
  for (const element of elementsOf(run, depth)) {
    if (depth === 0 && isPixels(element.tag)) return undefined;
    if (element.tag !== tag) continue;
    const { vr, inside } = typeOf(run.reader, element, false);
    if (item === undefined) return vr === 'SQ' ? undefined : octetsOf(run, element, vr);
    if (vr !== 'SQ') return undefined;
    let at = 0;
    for (const one of itemsOf(inside, element, depth + 1)) {
      at += 1;
      if (at === item) return valueAt(one, rest, depth + 1);
    }
    return undefined;
  }
  return undefined;
}

function octetsOf({ reader }: Run, element: ElementAt, vr: string): Uint8Array {
  if (element.length !== null)
    return littleEndian(reader.valueOf(element), vr, reader.encoding === 'explicit-be' && element.vr !== 'UN');
  // The first item is the table of offsets (PS3.5 section A.4).
  const [, ...fragments] = itemsOf(reader, element, 1);
  return concatenate(fragments.map(({ offset, end }) => reader.bytes.subarray(offset, end ?? offset)));
}
