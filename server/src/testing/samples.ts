import { type ChestPhantom, chestPhantom } from '@duai/imaging';
import sharp from 'sharp';
import { rowOfValues } from '../../../imaging/src/testing/row-of-values.ts';

/** A chest phantom that takes a fraction of a second to analyse; its headers name the patient of the test server. */
export const smallPhantom = (seed = 1, patientName = 'KANARYA^ZEYNEP'): ChestPhantom =>
  chestPhantom({ slices: 24, matrix: 96, pixelSpacingMm: 3.8, sliceThicknessMm: 10, seed, patientName });

export const jpeg = async (): Promise<Uint8Array> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer();
export const png = async (): Promise<Uint8Array> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#204060' } })
    .png()
    .toBuffer();

/** The tags of the lookup tables (PS3.3 C.11.1 and C.11.2). */
const TABLES = { modality: 0x00283000, voi: 0x00283010 } as const;

/** 256 values in a row, a table that inverts them, and a window. `isBroken`: a table without its data. */
export const imageWithTable = (kind: keyof typeof TABLES, { isBroken = false } = {}): Uint8Array =>
  rowOfValues([
    { tag: 0x00281050, vr: 'DS', value: '100' },
    { tag: 0x00281051, vr: 'DS', value: '50' },
    {
      tag: TABLES[kind],
      vr: 'SQ',
      value: {
        items: [
          [
            { tag: 0x00283002, vr: 'US', value: [256, 0, 8] },
            ...(isBroken
              ? []
              : [
                  { tag: 0x00283006, vr: 'US', value: Array.from({ length: 256 }, (_, index) => 255 - index) } as const,
                ]),
          ],
        ],
      },
    },
  ]);
export const imageWithVoiLut = (): Uint8Array => imageWithTable('voi');
