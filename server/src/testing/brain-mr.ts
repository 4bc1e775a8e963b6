import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type ElementToWrite, writePart10 } from '@duai/imaging';

const DATA = join(
  process.env.DUAI_TEST_DATA ?? join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data'),
  'brain-mri',
);
export const hasBrainData = existsSync(DATA);
/** The folder that the import recipe takes. */
export const BRAIN_MODELS = join(DATA, 'models');

const SIDE = 256;
/** A header of NIfTI-1 and its extension flag. */
const HEADER_BYTES = 352;
const MR_IMAGE_STORAGE = '1.2.840.10008.5.1.4.1.1.4';
const UID_ROOT = '2.25.33105841290067219004581660022';

export interface BrainMr {
  /** The orientation of the slices. */
  plane?: 'axial' | 'sagittal';
  age?: string;
  seriesDescription?: string;
}

/** The index of a voxel in the file, where columns run to the left, rows to the feet and slices to the front. */
const inFile = (left: number, feet: number, front: number) => (front * SIDE + feet) * SIDE + left;
/** The position of that voxel (PS3.3 C.7.6.2.1.1): the file's own matrix with left and back reversed. */
const placeOf = (left: number, feet: number, front: number) => [left - 127.6, 133.48 - front, 134.48 - feet];

/** The T1 volume of the test data (1 mm, 256³) as MR images, one slice in each file. */
export function brainMr({ plane = 'axial', age = '035Y', seriesDescription = 'T1 MPRAGE' }: BrainMr = {}) {
  const volume = gunzipSync(readFileSync(join(DATA, 't1_crop.nii.gz'))).subarray(HEADER_BYTES);
  const study = `${UID_ROOT}.${plane === 'axial' ? 1 : 2}`;
  const last = SIDE - 1;
  return Array.from({ length: SIDE }, (_, slice) => {
    // Axial: slices run to the head, rows to the back, columns to the left. Sagittal: slices to the left, rows to the
    // feet, columns to the back.
    const voxel = (row: number, column: number) =>
      plane === 'axial' ? ([column, last - slice, last - row] as const) : ([slice, row, last - column] as const);
    const pixels = new Uint16Array(SIDE * SIDE);
    for (let row = 0; row < SIDE; row += 1)
      for (let column = 0; column < SIDE; column += 1)
        pixels[row * SIDE + column] = 4 * volume[inFile(...voxel(row, column))]!;
    const elements: ElementToWrite[] = [
      { tag: 0x00080016, vr: 'UI', value: MR_IMAGE_STORAGE },
      { tag: 0x00080018, vr: 'UI', value: `${study}.1.${slice + 1}` },
      { tag: 0x00080020, vr: 'DA', value: '20250401' },
      { tag: 0x00080060, vr: 'CS', value: 'MR' },
      { tag: 0x00081030, vr: 'LO', value: 'Brain MR' },
      { tag: 0x0008103e, vr: 'LO', value: seriesDescription },
      { tag: 0x00100010, vr: 'PN', value: 'KANARYA^ZEYNEP' },
      { tag: 0x00100020, vr: 'LO', value: 'BRAIN-1' },
      { tag: 0x00101010, vr: 'AS', value: age },
      { tag: 0x00180015, vr: 'CS', value: 'BRAIN' },
      { tag: 0x00180050, vr: 'DS', value: '1' },
      { tag: 0x0020000d, vr: 'UI', value: study },
      { tag: 0x0020000e, vr: 'UI', value: `${study}.1` },
      { tag: 0x00200013, vr: 'IS', value: String(slice + 1) },
      {
        tag: 0x00200032,
        vr: 'DS',
        value: placeOf(...voxel(0, 0))
          .map((mm) => mm.toFixed(3))
          .join('\\'),
      },
      { tag: 0x00200037, vr: 'DS', value: plane === 'axial' ? '1\\0\\0\\0\\1\\0' : '0\\1\\0\\0\\0\\-1' },
      { tag: 0x00280002, vr: 'US', value: [1] },
      { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
      { tag: 0x00280010, vr: 'US', value: [SIDE] },
      { tag: 0x00280011, vr: 'US', value: [SIDE] },
      { tag: 0x00280030, vr: 'DS', value: '1\\1' },
      { tag: 0x00280100, vr: 'US', value: [16] },
      { tag: 0x00280101, vr: 'US', value: [16] },
      { tag: 0x00280102, vr: 'US', value: [15] },
      { tag: 0x00280103, vr: 'US', value: [0] },
      { tag: 0x7fe00010, vr: 'OW', value: new Uint8Array(pixels.buffer) },
    ];
    return { name: `brain-${String(slice + 1).padStart(3, '0')}.dcm`, bytes: writePart10(elements) };
  });
}
