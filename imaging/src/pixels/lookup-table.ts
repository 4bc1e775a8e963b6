import type { DataSet, Element } from 'dicom-parser';
import { ImagingError } from '../files/refusal.ts';

/** A Modality LUT or a VOI LUT of an image (PS3.3 C.11.1.1.1 and C.11.2.1.1). */
export interface LookupTable {
  /** The value of the first entry. Smaller values map to the first entry, values beyond the table to the last. */
  firstMapped: number;
  entries: Uint16Array;
  /** Bits of an entry: its greatest value is 2 to this power, less one. */
  bits: number;
}

/**
 * The first table of a Modality LUT Sequence (0028,3000) or VOI LUT Sequence (0028,3010): several VOI LUTs are alternative
 * views.
 * @param isSigned whether the input of the table is signed, which decides how its first value is read if the file does not
 * name a VR
 * @throws ImagingError PIXEL_DATA_MISMATCH if the table is invalid: without it the image would be shown in wrong greys
 */
export function readLookupTable(sequence: Element | undefined, isSigned: boolean): LookupTable | null {
  const item = sequence?.items?.[0]?.dataSet;
  if (!item) return null;
  const descriptor = item.elements.x00283002;
  const data = item.elements.x00283006;
  if (!descriptor || !data || descriptor.length < 6)
    throw new ImagingError('PIXEL_DATA_MISMATCH', 'a lookup table has no descriptor or no data');
  const count = item.uint16('x00283002', 0) || 65536;
  const isFirstSigned = descriptor.vr === undefined ? isSigned : descriptor.vr === 'SS';
  const firstMapped = (isFirstSigned ? item.int16('x00283002', 1) : item.uint16('x00283002', 1)) ?? 0;
  const entries = entriesOf(item, data, count);
  // Some files state fewer bits than their entries need.
  const greatest = entries.reduce((most, entry) => Math.max(most, entry), 0);
  const named = item.uint16('x00283002', 2) ?? 0;
  return { firstMapped, entries, bits: Math.min(16, Math.max(named, 32 - Math.clz32(greatest))) };
}

/** One entry for each word, or two 8-bit entries in one word, the first in its low byte (PS3.3 C.11.1.1.1, PS3.5 section 7.3). */
function entriesOf(item: DataSet, data: Element, count: number): Uint16Array {
  const isWide = data.length >= count * 2;
  // Two entries in one word: as many bytes as entries, padded to an even length.
  const isPacked = data.length === count + (count & 1) || data.length === count;
  if (!isWide && !isPacked) throw new ImagingError('PIXEL_DATA_MISMATCH', 'a lookup table is cut off');
  const entries = new Uint16Array(count);
  for (let index = 0; index < count; index += 1) {
    const word = item.uint16('x00283006', isWide ? index : index >> 1) ?? 0;
    entries[index] = isWide ? word : (word >> (8 * (index & 1))) & 0xff;
  }
  return entries;
}

/** The table's output for one value. */
export function lookUp({ firstMapped, entries }: LookupTable, value: number): number {
  return entries[Math.min(entries.length - 1, Math.max(0, Math.round(value) - firstMapped))]!;
}
