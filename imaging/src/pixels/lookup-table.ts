import type { DataSet, Element } from 'dicom-parser';
import { ImagingError } from '../files/refusal.ts';

/** A Modality LUT or a VOI LUT of an image (PS3.3 C.11.1.1.1 and C.11.2.1.1). */
export interface LookupTable {
  /** The value that the first entry stands for; smaller ones have the first entry, larger ones than the table the last. */
  firstMapped: number;
  entries: Uint16Array;
  /** Of its output: 2 to this power, less one, is the greatest that an entry can be. */
  bits: number;
}

/**
 * The first table of a Modality LUT Sequence (0028,3000) or VOI LUT Sequence (0028,3010): several VOI LUTs are views to
 * choose from.
 * @param isSigned of what the table is given, which says how its first value is read where the file does not name a VR
 * @throws ImagingError PIXEL_DATA_MISMATCH where the table is no table: without it other grey would be shown than is meant
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
  // Some files name fewer bits than their entries have.
  const greatest = entries.reduce((most, entry) => Math.max(most, entry), 0);
  const named = item.uint16('x00283002', 2) ?? 0;
  return { firstMapped, entries, bits: Math.min(16, Math.max(named, 32 - Math.clz32(greatest))) };
}

/** One entry a word, or of 8 bits two in one: the first of them in its low byte (PS3.3 C.11.1.1.1, PS3.5 section 7.3). */
function entriesOf(item: DataSet, data: Element, count: number): Uint16Array {
  const isWide = data.length >= count * 2;
  // Two in one word: as many bytes as entries, made even.
  const isPacked = data.length === count + (count & 1) || data.length === count;
  if (!isWide && !isPacked) throw new ImagingError('PIXEL_DATA_MISMATCH', 'a lookup table is cut off');
  const entries = new Uint16Array(count);
  for (let index = 0; index < count; index += 1) {
    const word = item.uint16('x00283006', isWide ? index : index >> 1) ?? 0;
    entries[index] = isWide ? word : (word >> (8 * (index & 1))) & 0xff;
  }
  return entries;
}

/** What the table makes of one value. */
export function lookUp({ firstMapped, entries }: LookupTable, value: number): number {
  return entries[Math.min(entries.length - 1, Math.max(0, Math.round(value) - firstMapped))]!;
}
