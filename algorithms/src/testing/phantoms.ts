import { type ElementToWrite, writePart10 } from '@duai/imaging';

interface StackWish {
  modality: 'CT' | 'PT' | 'MR';
  columns: number;
  rows: number;
  slices: number;
  /** Between columns, between rows, between slices; mm. */
  spacingMm: readonly [number, number, number];
  thicknessMm?: number;
  /** Stored value of a voxel. */
  stored: (column: number, row: number, slice: number) => number;
  /** Elements of a slice, added to the usual ones or replacing them. */
  elements?: (slice: number) => ElementToWrite[];
}

const SOP_CLASSES = {
  CT: '1.2.840.10008.5.1.4.1.1.2',
  MR: '1.2.840.10008.5.1.4.1.1.4',
  PT: '1.2.840.10008.5.1.4.1.1.128',
};
/** Under 2.25 (PS3.5 annex B.2). */
const UID = '2.25.151098231705518443917';

/** Synthetic axial slices of 16 bits, from the feet up. */
export function writeStack(wish: StackWish): Uint8Array[] {
  const { modality, columns, rows, slices, spacingMm, stored, elements } = wish;
  const [x, y, z] = spacingMm;
  return Array.from({ length: slices }, (_, slice) => {
    const values = Int16Array.from({ length: columns * rows }, (__, pixel) =>
      stored(pixel % columns, Math.floor(pixel / columns), slice),
    );
    const usual: ElementToWrite[] = [
      { tag: 0x00080008, vr: 'CS', value: 'ORIGINAL\\PRIMARY' },
      { tag: 0x00080016, vr: 'UI', value: SOP_CLASSES[modality] },
      { tag: 0x00080018, vr: 'UI', value: `${UID}.3.${slice + 1}` },
      { tag: 0x00080060, vr: 'CS', value: modality },
      { tag: 0x00180050, vr: 'DS', value: String(wish.thicknessMm ?? z) },
      { tag: 0x0020000d, vr: 'UI', value: `${UID}.1` },
      { tag: 0x0020000e, vr: 'UI', value: `${UID}.2` },
      { tag: 0x00200013, vr: 'IS', value: String(slice + 1) },
      { tag: 0x00200032, vr: 'DS', value: `0\\0\\${slice * z}` },
      { tag: 0x00200037, vr: 'DS', value: '1\\0\\0\\0\\1\\0' },
      { tag: 0x00200052, vr: 'UI', value: `${UID}.4` },
      { tag: 0x00280002, vr: 'US', value: [1] },
      { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
      { tag: 0x00280010, vr: 'US', value: [rows] },
      { tag: 0x00280011, vr: 'US', value: [columns] },
      { tag: 0x00280030, vr: 'DS', value: `${y}\\${x}` },
      { tag: 0x00280100, vr: 'US', value: [16] },
      { tag: 0x00280101, vr: 'US', value: [16] },
      { tag: 0x00280102, vr: 'US', value: [15] },
      { tag: 0x00280103, vr: 'US', value: [1] },
      { tag: 0x00281052, vr: 'DS', value: '0' },
      { tag: 0x00281053, vr: 'DS', value: '1' },
      { tag: 0x7fe00010, vr: 'OW', value: new Uint8Array(values.buffer) },
    ];
    return writePart10(inPlaceOf(usual, elements?.(slice) ?? []));
  });
}

/** A later element replaces an earlier one with the same tag. */
export const inPlaceOf = (usual: readonly ElementToWrite[], others: readonly ElementToWrite[]): ElementToWrite[] => [
  ...usual.filter(({ tag }) => others.every((other) => other.tag !== tag)),
  ...others,
];
