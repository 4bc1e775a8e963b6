import type { DataSet } from 'dicom-parser';
import { ImagingError } from '../files/refusal.ts';

/** Palette Color Lookup Table (PS3.3 C.7.9.2): 8 bits for each of red, green, blue. */
export interface PaletteColor {
  firstMapped: number;
  red: Uint8Array;
  green: Uint8Array;
  blue: Uint8Array;
}

export function readPalette(dataSet: DataSet, bytes: Uint8Array): PaletteColor {
  const entries = dataSet.uint16('x00281101', 0) || 65536;
  const isSigned = dataSet.uint16('x00280103') === 1;
  const firstMapped = (isSigned ? dataSet.int16('x00281101', 1) : dataSet.uint16('x00281101', 1)) ?? 0;
  const bits = dataSet.uint16('x00281101', 2) ?? 16;
  const table = (tag: string): Uint8Array => {
    const element = dataSet.elements[tag];
    if (!element) throw new ImagingError('PIXEL_DATA_MISMATCH', 'the colour table is missing');
    const data = bytes.subarray(element.dataOffset, element.dataOffset + element.length);
    const isWide = data.length >= entries * 2;
    const out = new Uint8Array(entries);
    for (let index = 0; index < entries; index += 1) {
      const value = isWide ? data[index * 2]! | (data[index * 2 + 1]! << 8) : data[index]!;
      out[index] = isWide && bits === 16 ? value >> 8 : value;
    }
    return out;
  };
  return { firstMapped, red: table('x00281201'), green: table('x00281202'), blue: table('x00281203') };
}
