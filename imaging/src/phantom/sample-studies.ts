import { type ElementToWrite, writePart10 } from '../files/write.ts';
import { gaussian, generator, inEllipsoid } from './random.ts';

/** A synthetic study with enough structure to look at and to run algorithms on. */
export interface SampleStudy {
  files: { name: string; bytes: Uint8Array }[];
  studyInstanceUid: string;
}

/** UIDs under 2.25 (PS3.5 annex B.2). */
const UID_ROOT = '2.25.33105841290067219004581660022';
const SPACING_MM = 2.8;

interface Stack {
  number: number;
  modality: 'MR' | 'CT' | 'DX';
  sopClass: string;
  bodyPart: string;
  study: string;
  series: string;
  columns: number;
  rows: number;
  slices: number;
  spacingMm: number;
  gapMm: number;
  window: { center: number; width: number };
  valueAt: (x: number, y: number, z: number) => number;
  elements?: readonly ElementToWrite[];
}

/** MR of a head: skull, brain, ventricles. */
export const brainSample = (): SampleStudy =>
  writeStack({
    number: 1,
    modality: 'MR',
    sopClass: '1.2.840.10008.5.1.4.1.1.4',
    bodyPart: 'HEAD',
    study: 'Head MR phantom',
    series: 'Head phantom',
    columns: 96,
    rows: 96,
    slices: 16,
    spacingMm: 2.4,
    gapMm: 8,
    window: { center: 400, width: 900 },
    valueAt(x, y, z) {
      if (!inEllipsoid(x, y, z, [0, 0, 0], [78, 96, 84])) return 10;
      if (!inEllipsoid(x, y, z, [0, 0, 0], [73, 91, 79])) return 620;
      if (!inEllipsoid(x, y, z, [0, 0, 0], [67, 85, 73])) return 60;
      if (inEllipsoid(Math.abs(x), y, z, [12, 0, 8], [8, 30, 14])) return 120;
      // Folds: grey matter lies along a wave below the surface.
      const fold = 6 * Math.sin(Math.atan2(y, x) * 14) * Math.cos(z / 9);
      return inEllipsoid(x, y, z, [0, 0, 0], [57 + fold, 75 + fold, 63 + fold]) ? 560 : 420;
    },
  });

/** Radiograph of a chest, computed as the water that a ray passes from back to front. */
export const chestFilmSample = (): SampleStudy =>
  writeStack({
    number: 2,
    modality: 'DX',
    sopClass: '1.2.840.10008.5.1.4.1.1.1.1',
    bodyPart: 'CHEST',
    study: 'Chest film phantom',
    series: 'Chest film phantom PA',
    columns: 320,
    rows: 288,
    slices: 1,
    spacingMm: 1.25,
    gapMm: 1,
    window: { center: 1500, width: 2400 },
    elements: [
      { tag: 0x00185101, vr: 'CS', value: 'PA' },
      { tag: 0x00080068, vr: 'CS', value: 'FOR PRESENTATION' },
    ],
    // On a film the rows run downwards.
    valueAt: (x, y) => waterAlong(x, -y),
  });

function waterAlong(x: number, z: number): number {
  const chordOf = (centre: readonly [number, number], radii: readonly [number, number], depth: number) => {
    const outside = ((x - centre[0]) / radii[0]) ** 2 + ((z - centre[1]) / radii[1]) ** 2;
    return outside >= 1 ? 0 : 2 * depth * Math.sqrt(1 - outside);
  };
  const body = Math.abs(x) < 165 ? 230 * Math.sqrt(1 - (x / 165) ** 2) : 0;
  const lungs = chordOf([-72, 10], [54, 100], 80) + chordOf([72, 10], [54, 100], 80);
  const heart = chordOf([22, -42], [48, 46], 40);
  const spine = Math.abs(x) < 16 ? 60 + 8 * Math.sin(z / 5) : 0;
  const rib = Math.sin((z + Math.abs(x) * 0.35) / 8) > 0.7 && Math.abs(x) < 140 ? 22 : 0;
  return Math.max(0, body - 0.75 * lungs + 0.8 * heart + spine + rib) * 8;
}

/** CT of an abdomen: fat, liver, spleen, kidneys, spine, gas. */
export const abdomenSample = (): SampleStudy =>
  writeStack({
    number: 3,
    modality: 'CT',
    sopClass: '1.2.840.10008.5.1.4.1.1.2',
    bodyPart: 'ABDOMEN',
    study: 'Abdominal CT phantom',
    series: 'Abdomen phantom',
    columns: 144,
    rows: 144,
    slices: 16,
    spacingMm: SPACING_MM,
    gapMm: 8,
    window: { center: 40, width: 400 },
    elements: [
      { tag: 0x00180060, vr: 'DS', value: '120' },
      { tag: 0x00181210, vr: 'SH', value: 'B30f' },
    ],
    valueAt(x, y, z) {
      if (y > 128 && y < 134 && Math.abs(x) < 150) return -150;
      if ((x / 165) ** 2 + (y / 115) ** 2 > 1) return -1000;
      if (x ** 2 + (y - 72) ** 2 <= 17 ** 2) return 350;
      if ((x / 145) ** 2 + (y / 95) ** 2 > 1) return -100;
      if (inEllipsoid(x, y, z, [-62, -8, 10], [68, 66, 90])) return 62;
      if (inEllipsoid(x, y, z, [98, 22, 15], [30, 42, 60])) return 52;
      if (inEllipsoid(Math.abs(x), y, z, [62, 58, -15], [24, 27, 55])) return 34;
      if (inEllipsoid(x, y, z, [48, -48, 0], [40, 24, 70])) return y < -52 ? -850 : 15;
      return Math.abs(y) > 78 || Math.abs(x) > 128 ? 50 : -90;
    },
  });

function writeStack(stack: Stack): SampleStudy {
  const { number, modality, columns, rows, slices, spacingMm, gapMm, window } = stack;
  const study = `${UID_ROOT}.${number}`;
  const random = generator(number);
  const isSlice = modality !== 'DX';
  const files = Array.from({ length: slices }, (_, slice) => {
    const stored = new Int16Array(columns * rows);
    const z = (slice + 0.5 - slices / 2) * gapMm;
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1) {
        const [x, y] = [(column + 0.5 - columns / 2) * spacingMm, (row + 0.5 - rows / 2) * spacingMm];
        const value = Math.round(stack.valueAt(x, y, z) + gaussian(random) * 10);
        stored[row * columns + column] = modality === 'CT' ? Math.max(-1024, value) : Math.max(0, value);
      }
    const corner = [((1 - columns) / 2) * spacingMm, ((1 - rows) / 2) * spacingMm, z];
    const elements: ElementToWrite[] = [
      { tag: 0x00080005, vr: 'CS', value: 'ISO_IR 192' },
      { tag: 0x00080008, vr: 'CS', value: isSlice ? 'ORIGINAL\\PRIMARY\\AXIAL' : 'ORIGINAL\\PRIMARY' },
      { tag: 0x00080016, vr: 'UI', value: stack.sopClass },
      { tag: 0x00080018, vr: 'UI', value: `${study}.1.${slice + 1}` },
      { tag: 0x00080020, vr: 'DA', value: '20250401' },
      { tag: 0x00080030, vr: 'TM', value: '120000' },
      { tag: 0x00080060, vr: 'CS', value: modality },
      { tag: 0x00080070, vr: 'LO', value: 'DUAI phantom generator' },
      { tag: 0x00081030, vr: 'LO', value: stack.study },
      { tag: 0x0008103e, vr: 'LO', value: stack.series },
      { tag: 0x00100010, vr: 'PN', value: 'PHANTOM^SAMPLE' },
      { tag: 0x00100020, vr: 'LO', value: `SAMPLE-00${number}` },
      { tag: 0x00180015, vr: 'CS', value: stack.bodyPart },
      { tag: 0x0020000d, vr: 'UI', value: study },
      { tag: 0x0020000e, vr: 'UI', value: `${study}.1` },
      { tag: 0x00200011, vr: 'IS', value: '1' },
      { tag: 0x00200013, vr: 'IS', value: String(slice + 1) },
      ...(isSlice
        ? ([
            { tag: 0x00180050, vr: 'DS', value: String(gapMm) },
            { tag: 0x00185100, vr: 'CS', value: 'HFS' },
            { tag: 0x00200032, vr: 'DS', value: corner.map((mm) => mm.toFixed(3)).join('\\') },
            { tag: 0x00200037, vr: 'DS', value: '1\\0\\0\\0\\1\\0' },
            { tag: 0x00200052, vr: 'UI', value: `${study}.2` },
            { tag: 0x00280030, vr: 'DS', value: `${spacingMm}\\${spacingMm}` },
          ] as const)
        : ([{ tag: 0x00181164, vr: 'DS', value: `${spacingMm}\\${spacingMm}` }] as const)),
      ...(stack.elements ?? []),
      { tag: 0x00280002, vr: 'US', value: [1] },
      { tag: 0x00280004, vr: 'CS', value: 'MONOCHROME2' },
      { tag: 0x00280010, vr: 'US', value: [rows] },
      { tag: 0x00280011, vr: 'US', value: [columns] },
      { tag: 0x00280100, vr: 'US', value: [16] },
      { tag: 0x00280101, vr: 'US', value: [16] },
      { tag: 0x00280102, vr: 'US', value: [15] },
      { tag: 0x00280103, vr: 'US', value: [1] },
      { tag: 0x00281050, vr: 'DS', value: String(window.center) },
      { tag: 0x00281051, vr: 'DS', value: String(window.width) },
      ...(modality === 'CT'
        ? ([
            { tag: 0x00281052, vr: 'DS', value: '0' },
            { tag: 0x00281053, vr: 'DS', value: '1' },
            { tag: 0x00281054, vr: 'LO', value: 'HU' },
          ] as const)
        : []),
      { tag: 0x7fe00010, vr: 'OW', value: new Uint8Array(stored.buffer) },
    ];
    // The standard requires elements in ascending order (PS3.5 7.1).
    return {
      name: `${modality.toLowerCase()}-${slice + 1}.dcm`,
      bytes: writePart10(elements.toSorted((one, other) => one.tag - other.tag)),
    };
  });
  return { files, studyInstanceUid: study };
}
