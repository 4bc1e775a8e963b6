import { type ChestPhantom, chestPhantom } from '@duai/imaging';
import sharp from 'sharp';

/** A chest phantom that is analysed in a fraction of a second; its headers name the patient of the test server. */
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
