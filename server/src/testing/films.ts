import { readFile } from 'node:fs/promises';
import { type ElementToWrite, writePart10 } from '@duai/imaging';
import sharp from 'sharp';

interface FilmWish {
  /** AS (PS3.5 section 6.2): `004Y`. */
  age?: string;
  view?: string;
  isMonochrome1?: boolean;
  modality?: keyof typeof SOP_CLASSES;
  uid: string;
}
/** Storage of digital, computed and fluoroscopic radiographs (PS3.4 table B.5-1). */
const SOP_CLASSES = { DX: '1.1.1', CR: '1', RF: '12.2' } as const;

/** A picture of a film as DICOM, DX where nothing else is asked (PS3.3 A.26), with 8 bits. */
export async function filmAsDicom(
  path: string,
  { age, view, isMonochrome1 = false, modality = 'DX', uid }: FilmWish,
): Promise<Uint8Array> {
  const { data, info } = await sharp(await readFile(path))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(data.length + (data.length % 2));
  for (const [at, value] of data.entries()) pixels[at] = isMonochrome1 ? 255 - value : value;
  const said = (tag: number, vr: 'AS' | 'CS', value: string | undefined): ElementToWrite[] =>
    value ? [{ tag, vr, value }] : [];
  return writePart10([
    { tag: 0x00080016, vr: 'UI', value: `1.2.840.10008.5.1.4.1.1.${SOP_CLASSES[modality]}` },
    { tag: 0x00080018, vr: 'UI', value: `${uid}.3` },
    { tag: 0x00080060, vr: 'CS', value: modality },
    ...said(0x00101010, 'AS', age),
    { tag: 0x00180015, vr: 'CS', value: 'CHEST' },
    ...said(0x00185101, 'CS', view),
    { tag: 0x0020000d, vr: 'UI', value: `${uid}.1` },
    { tag: 0x0020000e, vr: 'UI', value: `${uid}.2` },
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: isMonochrome1 ? 'MONOCHROME1' : 'MONOCHROME2' },
    { tag: 0x00280010, vr: 'US', value: [info.height] },
    { tag: 0x00280011, vr: 'US', value: [info.width] },
    { tag: 0x00280100, vr: 'US', value: [8] },
    { tag: 0x00280101, vr: 'US', value: [8] },
    { tag: 0x00280102, vr: 'US', value: [7] },
    { tag: 0x00280103, vr: 'US', value: [0] },
    { tag: 0x00281050, vr: 'DS', value: '127.5' },
    { tag: 0x00281051, vr: 'DS', value: '256' },
    { tag: 0x7fe00010, vr: 'OB', value: pixels },
  ]);
}
