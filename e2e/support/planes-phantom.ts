import { type ElementToWrite, writePart10 } from '@duai/imaging';

type Vector = readonly [number, number, number];

/** A series cut from a body whose value is known everywhere: `valueAt` in patient coordinates (PS3.3 C.7.6.2.1.1), mm. */
export interface PlanesWish {
  readonly study: string;
  /** Number of the series, and the end of its UID. */
  readonly series: number;
  readonly description: string;
  readonly modality?: 'CT' | 'MR' | 'PT';
  /** Of PET: activity, or standardised uptake. */
  readonly units?: 'BQML' | 'GML';
  readonly bodyPart?: string;
  readonly laterality?: 'R' | 'L';
  readonly studyDate?: string;
  /** UID; that of the study, if it is not given. */
  readonly frameOfReference?: string;
  /** Direction of the rows and of the columns. */
  readonly across: Vector;
  readonly down: Vector;
  /** The centre of the first slice. */
  readonly middle: Vector;
  /** From one slice to the next, along across × down. */
  readonly gapMm: number;
  readonly slices: number;
  readonly columns: number;
  readonly rows: number;
  readonly spacing: { readonly rowMm: number; readonly columnMm: number } | null;
  /** Vertical and horizontal size of a pixel, told instead of the spacing. */
  readonly aspectRatio?: readonly [vertical: number, horizontal: number];
  /** Whether the pixel spacing is that of the detector. */
  readonly isAtImager?: boolean;
  readonly valueAt: (x: number, y: number, z: number, slice: number) => number;
  /** How many images of the series were numbered before these; none, if it is not given. */
  readonly numberedAfter?: number;
  /** How much of the modality a step of the stored values is, of each slice; one, if it is not given. */
  readonly slopeOf?: (slice: number) => number;
  readonly window?: { readonly center: number; readonly width: number };
}

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const along = (from: Vector, ...steps: readonly (readonly [Vector, number])[]): Vector =>
  steps.reduce<Vector>(([x, y, z], [[dx, dy, dz], by]) => [x + dx * by, y + dy * by, z + dz * by], from);

/** Position of a pixel's centre in the patient. */
export function placeOf(wish: PlanesWish, slice: number, column: number, row: number): Vector {
  const { across, down, middle, gapMm, columns, rows, spacing } = wish;
  return along(
    middle,
    [cross(across, down), slice * gapMm],
    [across, (column + 0.5 - columns / 2) * (spacing?.columnMm ?? 1)],
    [down, (row + 0.5 - rows / 2) * (spacing?.rowMm ?? 1)],
  );
}

export const valueIn = (wish: PlanesWish, slice: number, column: number, row: number): number =>
  wish.valueAt(...placeOf(wish, slice, column, row), slice);

export const planesPhantom = (wish: PlanesWish): { name: string; bytes: Uint8Array }[] =>
  Array.from({ length: wish.slices }, (_, slice) => ({
    name: `${wish.description}-${(wish.numberedAfter ?? 0) + slice + 1}.dcm`,
    bytes: writeSlice(wish, slice),
  }));

const text = (numbers: readonly number[]): string =>
  numbers.map((value) => String(Number(value.toFixed(6)))).join('\\');

const STORAGE = { CT: 2, MR: 4, PT: 128 } as const;

function writeSlice(wish: PlanesWish, slice: number): Uint8Array {
  const { study, series, columns, rows, spacing, window = { center: 400, width: 1200 } } = wish;
  const number = (wish.numberedAfter ?? 0) + slice + 1;
  const slope = wish.slopeOf?.(slice) ?? 1;
  const stored = new Int16Array(columns * rows);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      stored[row * columns + column] = valueIn(wish, slice, column, row) / slope;
  const modality = wish.modality ?? 'CT';
  const elements: ElementToWrite[] = [
    { tag: 0x00080005, vr: 'CS', value: 'ISO_IR 192' },
    { tag: 0x00080008, vr: 'CS', value: 'ORIGINAL\\PRIMARY\\AXIAL' },
    { tag: 0x00080016, vr: 'UI', value: `1.2.840.10008.5.1.4.1.1.${STORAGE[modality]}` },
    { tag: 0x00080018, vr: 'UI', value: `${study}.${series}.${number}` },
    { tag: 0x00080020, vr: 'DA', value: wish.studyDate ?? '20250401' },
    { tag: 0x00080030, vr: 'TM', value: '120000' },
    { tag: 0x00080060, vr: 'CS', value: modality },
    { tag: 0x00081030, vr: 'LO', value: 'Phantom of planes' },
    { tag: 0x0008103e, vr: 'LO', value: wish.description },
    { tag: 0x00100010, vr: 'PN', value: 'PHANTOM^PLANES' },
    { tag: 0x00100020, vr: 'LO', value: 'PLANES-1' },
    { tag: 0x00180015, vr: 'CS', value: wish.bodyPart ?? 'KNEE' },
    { tag: 0x00180050, vr: 'DS', value: String(wish.gapMm) },
    ...(spacing && wish.isAtImager
      ? [{ tag: 0x00181164, vr: 'DS', value: text([spacing.rowMm, spacing.columnMm]) } as const]
      : []),
    { tag: 0x0020000d, vr: 'UI', value: study },
    { tag: 0x0020000e, vr: 'UI', value: `${study}.${series}` },
    { tag: 0x00200011, vr: 'IS', value: String(series) },
    { tag: 0x00200013, vr: 'IS', value: String(number) },
    { tag: 0x00200032, vr: 'DS', value: text(placeOf(wish, slice, 0, 0)) },
    { tag: 0x00200037, vr: 'DS', value: text([...wish.across, ...wish.down]) },
    { tag: 0x00200052, vr: 'UI', value: wish.frameOfReference ?? `${study}.0` },
    ...(wish.laterality ? [{ tag: 0x00200060, vr: 'CS', value: wish.laterality } as const] : []),
    { tag: 0x00280002, vr: 'US', value: [1] },
    { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
    { tag: 0x00280010, vr: 'US', value: [rows] },
    { tag: 0x00280011, vr: 'US', value: [columns] },
    ...(spacing && !wish.isAtImager
      ? [{ tag: 0x00280030, vr: 'DS', value: text([spacing.rowMm, spacing.columnMm]) } as const]
      : []),
    ...(wish.aspectRatio ? [{ tag: 0x00280034, vr: 'IS', value: text(wish.aspectRatio) } as const] : []),
    ...(wish.units === 'GML' ? [{ tag: 0x00280051, vr: 'CS', value: 'ATTN\\DECY' } as const] : []),
    { tag: 0x00280100, vr: 'US', value: [16] },
    { tag: 0x00280101, vr: 'US', value: [16] },
    { tag: 0x00280102, vr: 'US', value: [15] },
    { tag: 0x00280103, vr: 'US', value: [1] },
    { tag: 0x00281050, vr: 'DS', value: String(window.center) },
    { tag: 0x00281051, vr: 'DS', value: String(window.width) },
    { tag: 0x00281052, vr: 'DS', value: '0' },
    { tag: 0x00281053, vr: 'DS', value: String(slope) },
    ...(modality === 'CT' ? [{ tag: 0x00281054, vr: 'LO', value: 'HU' } as const] : []),
    ...(modality === 'PT' ? [{ tag: 0x00541001, vr: 'CS', value: wish.units ?? 'BQML' } as const] : []),
    { tag: 0x7fe00010, vr: 'OW', value: new Uint8Array(stored.buffer) },
  ];
  return writePart10(elements);
}

/** Six slices, each of one value of its own. */
export const STACK: Omit<PlanesWish, 'study'> = {
  description: 'Stack',
  series: 1,
  middle: [0, 0, 0],
  across: [1, 0, 0],
  down: [0, 1, 0],
  gapMm: 5,
  slices: 6,
  columns: 64,
  rows: 64,
  spacing: { rowMm: 2, columnMm: 2 },
  valueAt: (_x, _y, _z, slice) => slice * 50,
};
